import type { ImportedRoster, ImportRoster, RosterFile, RosterPlan } from '../../../../domain/calls/classes.ts';
import type { RowChange } from '../../../../domain/values/undo.ts';
import { api } from '../../../app/api.ts';

/** The API of domain/roster-calls.ts. All calls throw ApiError. */

export function planRoster(classId: number, json: RosterFile): Promise<RosterPlan> {
  return api(`/api/rosters/${classId}/plan`, { method: 'POST', json });
}

export function importRoster(classId: number, json: ImportRoster): Promise<ImportedRoster> {
  return api(`/api/rosters/${classId}/import`, { method: 'POST', json });
}

export function undoImport(changes: readonly RowChange[]): Promise<unknown> {
  return api('/api/undo', { method: 'POST', json: { changes } });
}
