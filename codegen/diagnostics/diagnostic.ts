/** One thing that the compiler has to say, at its place. Lines and columns are 1-based. */
export interface Diagnostic {
  code: string;
  severity: 'error' | 'warning';
  file: string;
  line: number;
  column: number;
  message: string;
  /** Other places that belong to it: *declared here · suspended here · used here after resuming*. */
  spans?: { line: number; column: number; label: string }[];
  /** What to type next. */
  hint?: string;
}
