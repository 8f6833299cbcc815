/**
 * What programs of the corpus may use of the outside world. The realm that runs a program provides it; this module has
 * no imports, so that compiling a program compiles nothing else.
 */
export interface Host {
  /** Leaves an entry in the trace: the order of evaluation made visible. Returns the value. */
  note<T = undefined>(name: string, value?: T): T;
  /** 0, 1, 2 …: how often this key was counted before in this run. */
  count(key: string): number;
  /** The next of the scripted outcomes; the last one for ever. An `Error` among them is thrown. */
  script<T>(key: string, outcomes: readonly T[]): Exclude<T, Error>;
  /** A value kept outside, as a database would. */
  save(key: string, value: unknown): void;
  load<T>(key: string): T | undefined;
}

export const host: Host = (globalThis as unknown as { __host: Host }).__host;
