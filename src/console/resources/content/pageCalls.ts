import type { DraftVersion, PageEditor, PageListEntry, PublishState } from '../../../../domain/calls/pages.ts';
import { api } from '../../../app/api.ts';
import { callApi, readCall } from '../../../app/callApi.ts';

export function listPages(): Promise<PageListEntry[]> {
  return callApi('GET /api/content/pages');
}

/** A page by its name, title or id. */
export function openPage(page: string | number): Promise<PageEditor> {
  return readCall('GET /api/content/pages/:page/editor', { params: { page: String(page) } });
}

/** Publishes the draft now. With `version`, 412 if the draft has changed since. 422 with `errors` when the draft is invalid. */
export function publishPage(id: number, version?: DraftVersion): Promise<PublishState> {
  return api(`/api/content/pages/${id}/publish`, { method: 'POST', json: {}, headers: ifMatch(version) });
}

/** `at`: an instant; null cancels the schedule. `version` as in publishPage. */
export function schedulePage(id: number, at: string | null, version?: DraftVersion): Promise<PublishState> {
  return api(`/api/content/pages/${id}/publish`, { method: 'POST', json: { at }, headers: ifMatch(version) });
}

export function restorePage(id: number): Promise<unknown> {
  return api(`/api/pages/${id}/restore`, { method: 'POST', json: {} });
}

function ifMatch(version: DraftVersion | undefined): Record<string, string> {
  return version === undefined ? {} : { 'if-match': `"${version}"` };
}
