export { compile, type CompileOptions, type CompileResult } from './compile.ts';
export type { Diagnostic } from './diagnostics/diagnostic.ts';
