export * as grouped from './shop-errors.ts';

export class Late extends Error {}
export const table = { Late, Early: class extends Error {} };
export default { Odd: class Odd extends Error {} };
