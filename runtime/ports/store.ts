/** Internals of the port are ours; users only construct one. */
export interface Store {
  readonly kind: string;
  close(): Promise<void>;
}
