declare const secretBrand: unique symbol;

/**
 * A value that may not be live across a suspension, because everything that is travels in a message. The compiler refuses
 * the build and says where the value would travel; read it again after the wait instead.
 *
 * @example
 * ```ts
 * import type { Secret } from 'hopline';
 *
 * interface Vault {
 *   read(name: string): Promise<Secret<string>>;
 * }
 * ```
 */
export type Secret<T> = T & { readonly [secretBrand]?: never };
