import type { PropertySchema } from '../../../domain/declarations/schemas.ts';

/** An input of commands that make requests and orders ready for pickup, as the field of both. */
export const SHELF: PropertySchema = {
  type: 'string',
  title: 'Shelf',
  description: 'Where it waits for pickup, such as B3.',
  maxLength: 40,
};

/** Null: it waits on no shelf. */
export function shelfText(entered: unknown): string | null {
  return typeof entered === 'string' ? entered.trim() || null : null;
}
