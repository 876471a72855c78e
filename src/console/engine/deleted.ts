import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';

/** Filters a list by records that are deleted. */
export const DELETED_FILTER = { deletedAt_null: false } as const;

export function isDeleted(row: Row): boolean {
  return typeof row['deletedAt'] === 'string';
}

/** Whether deleted records are stored, and shown to this caller. */
export function canRestore({ config, can }: ClientResource): boolean {
  return config.softDelete && can.delete;
}
