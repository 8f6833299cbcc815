export default class extends Error {
  isDefault = true;
}
export abstract class Abs<T> extends Error {
  abstract t: T;
}
export class Conc extends Abs<string> {
  t = 'tt';
}
export { ShopError as Renamed } from './shop-errors.ts';
export * as nsx from './shop-errors.ts';
export class Same extends Error {
  w = 'lib';
}
class Hid extends Error {
  h = 1;
}
export const hid = (): never => {
  throw new Hid('h');
};
export const isHid = (e: unknown): boolean => e instanceof Hid;
export const HidAlias: new (m: string) => Error = Hid;
