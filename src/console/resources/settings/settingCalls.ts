import type { DeclaredSettings, SettingChange } from '../../../../domain/setting-calls.ts';
import { api } from '../../../app/api.ts';

const PATH = '/api/systemSettings/declared';

export const settingsQuery = {
  queryKey: ['systemSettings', 'declared'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api<DeclaredSettings>(PATH, { signal }),
  staleTime: 0,
};

export function readSettings(): Promise<DeclaredSettings> {
  return api<DeclaredSettings>(PATH);
}

export function writeSettings(changes: SettingChange[]): Promise<DeclaredSettings> {
  return api<DeclaredSettings>(PATH, { method: 'PUT', json: { changes } });
}

export function deleteUnused(id: number): Promise<unknown> {
  return api(`/api/systemSettings/${id}`, { method: 'DELETE' });
}
