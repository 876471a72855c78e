import type { CardTypeInfo, NewPage, PageContent, PageEditor, PageInfo, PageListEntry, PageVersion, PublishState, SavedDraft } from '../../../../domain/page-content.ts';
import { api } from '../../../app/api.ts';

/** The calls with which staff make pages. All throw ApiError. */

export function listPages(): Promise<PageListEntry[]> {
  return api('/api/content/pages');
}

export function createPage(page: NewPage): Promise<PageInfo> {
  return api('/api/content/pages', { method: 'POST', json: page });
}

/** The page by its name, its title or its id. */
export function openPage(page: string | number): Promise<PageEditor> {
  return api(`/api/content/pages/${encodeURIComponent(page)}/editor`);
}

export function cardTypes(): Promise<CardTypeInfo[]> {
  return api('/api/content/cardTypes');
}

/** 412 when the draft is not at `version` any more (0: there is none). */
export function saveDraft(id: number, content: PageContent, version: number): Promise<SavedDraft> {
  return api(`/api/content/pages/${id}/draft`, { method: 'PUT', json: { content }, headers: ifMatch(version) });
}

export function discardDraft(id: number, version: number): Promise<void> {
  return api(`/api/content/pages/${id}/draft`, { method: 'DELETE', headers: ifMatch(version) });
}

/** Publishes the draft now. 422 with `errors` when something stands in the way. */
export function publishPage(id: number): Promise<PublishState> {
  return api(`/api/content/pages/${id}/publish`, { method: 'POST', json: {} });
}

/** `at`: an instant; null takes the draft off its schedule. */
export function schedulePage(id: number, at: string | null): Promise<PublishState> {
  return api(`/api/content/pages/${id}/publish`, { method: 'POST', json: { at } });
}

export function unpublishPage(id: number): Promise<PublishState> {
  return api(`/api/content/pages/${id}/unpublish`, { method: 'POST', json: {} });
}

export function pageVersion(id: number, number: number): Promise<PageVersion> {
  return api(`/api/content/pages/${id}/versions/${number}`);
}

export function deletePage(id: number): Promise<unknown> {
  return api(`/api/pages/${id}`, { method: 'DELETE' });
}

export function restorePage(id: number): Promise<unknown> {
  return api(`/api/pages/${id}/restore`, { method: 'POST', json: {} });
}

function ifMatch(version: number): Record<string, string> {
  return { 'if-match': `"${version}"` };
}
