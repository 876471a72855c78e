import type { Row } from '../../../../domain/declarations/model.ts';

/** What changes of a session depend on. */
export function sessionIn(row: Row): { id: number; version: number; seriesId: number | null } {
  const seriesId = row['seriesId'];
  return {
    id: Number(row['id']),
    version: Number(row['version']),
    seriesId: typeof seriesId === 'number' ? seriesId : null,
  };
}
