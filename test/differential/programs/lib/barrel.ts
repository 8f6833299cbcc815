export { sleep as hold } from 'hopline';
export * from './pricing.ts';
export { default as rounded } from './pricing.ts';
