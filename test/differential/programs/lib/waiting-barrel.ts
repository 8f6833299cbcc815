export { untilDone as patiently, default as rest } from './waiting.ts';
export * as all from './waiting.ts';
