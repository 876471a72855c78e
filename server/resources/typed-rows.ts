import type { Rows } from '../../domain/generated/tables.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Row } from '../../domain/declarations/model.ts';

export type ResourceName = keyof Rows;

/**
 * The name of a resource in code: a generated one, or a plain string for a name known only at run time. A literal that names no
 * resource does not compile.
 */
export type Named<N extends string> = N & (string extends N ? string : ResourceName);

export type RowOf<N extends string> = N extends ResourceName ? { [K in keyof Rows[N]]: Rows[N][K] } : Row;

/** A row as a caller may see it: fields that the caller can read in no row are missing, fields not readable in this row are null. */
export type SeenRow<N extends string> = N extends ResourceName
  ? { [K in keyof Rows[N]]?: Rows[N][K] | null } & { id: Rows[N]['id'] }
  : Row;

export type ChangesOf<N extends string> = N extends ResourceName ? { [K in keyof Rows[N]]?: Rows[N][K] } : Row;

/** Values to write. An open JSON object accepts any object. */
export type ValuesOf<N extends string> = N extends ResourceName
  ? { [K in keyof Rows[N]]?: Rows[N][K] | (Record<string, Json> extends Rows[N][K] ? object : never) }
  : Row;
