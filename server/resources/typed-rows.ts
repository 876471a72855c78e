import type { Rows } from '../../domain/generated/tables.ts';
import type { Json, Row } from '../../domain/model.ts';

/** The resources that the generated types know. */
export type ResourceName = keyof Rows;

/**
 * The name of a resource as code may write it: a generated one, or a plain string, for what is declared at run time. A literal that
 * names no resource does not compile.
 */
export type Named<N extends string> = N & (string extends N ? string : ResourceName);

/** A whole row. */
export type RowOf<N extends string> = N extends ResourceName ? { [K in keyof Rows[N]]: Rows[N][K] } : Row;

/** A row as a caller may see it: fields are missing that he may read in no row, and null where he may not read them in this one. */
export type SeenRow<N extends string> = N extends ResourceName
  ? { [K in keyof Rows[N]]?: Rows[N][K] | null } & { id: Rows[N]['id'] }
  : Row;

/** What a write would change of a row. */
export type ChangesOf<N extends string> = N extends ResourceName ? { [K in keyof Rows[N]]?: Rows[N][K] } : Row;

/** Values to write. An open JSON object takes any object. */
export type ValuesOf<N extends string> = N extends ResourceName
  ? { [K in keyof Rows[N]]?: Rows[N][K] | (Record<string, Json> extends Rows[N][K] ? object : never) }
  : Row;
