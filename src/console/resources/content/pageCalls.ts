import type { PageEditor, PageListEntry } from '../../../../domain/calls/pages.ts';
import { callApi, readCall } from '../../../app/callApi.ts';

export function listPages(): Promise<PageListEntry[]> {
  return callApi('GET /api/content/pages');
}

/** A page by its name, title or id. */
export function openPage(page: string | number): Promise<PageEditor> {
  return readCall('GET /api/content/pages/:page/editor', { params: { page: String(page) } });
}
