export type { Static, TObject, TSchema } from 'typebox';
export * as Type from './types.ts';
