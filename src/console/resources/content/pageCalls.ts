import type {
  CardTypeInfo,
  DraftChange,
  DraftVersion,
  EditorPresence,
  NewPage,
  PageEditor,
  PageInfo,
  PageListEntry,
  PagePresence,
  PageUse,
  PageVersion,
  PublishState,
  SavedDraft,
} from '../../../../domain/page-content.ts';
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

/** 412 when page and draft do not stand at `version` any more. */
export function saveDraft(id: number, change: DraftChange, version: DraftVersion): Promise<SavedDraft> {
  return api(`/api/content/pages/${id}/draft`, { method: 'PUT', json: change, headers: ifMatch(version) });
}

/** Says that the page is open in this tab, and answers who else has it open. */
export function reportPresence(id: number, presence: EditorPresence): Promise<PagePresence> {
  return api(`/api/content/pages/${id}/presence`, { method: 'PUT', json: presence });
}

/** Also while the tab is being closed. */
export function endPresence(id: number, tab: string): Promise<void> {
  return api(`/api/content/pages/${id}/presence?tab=${tab}`, { method: 'DELETE', keepalive: true });
}

/** What on the site leads to the page. */
export function pageUses(id: number): Promise<PageUse[]> {
  return api(`/api/content/pages/${id}/uses`);
}

export function discardDraft(id: number, version: DraftVersion): Promise<void> {
  return api(`/api/content/pages/${id}/draft`, { method: 'DELETE', headers: ifMatch(version) });
}

/**
 * Publishes the draft now, unless it is not at `version` any more (412): without one it is published unseen. 422 with `errors` when
 * something stands in the way.
 */
export function publishPage(id: number, version?: DraftVersion): Promise<PublishState> {
  return api(`/api/content/pages/${id}/publish`, { method: 'POST', json: {}, headers: ifMatch(version) });
}

/** `at`: an instant; null takes the draft off its schedule. `version` as for publishPage. */
export function schedulePage(id: number, at: string | null, version?: DraftVersion): Promise<PublishState> {
  return api(`/api/content/pages/${id}/publish`, { method: 'POST', json: { at }, headers: ifMatch(version) });
}

export function unpublishPage(id: number): Promise<PublishState> {
  return api(`/api/content/pages/${id}/unpublish`, { method: 'POST', json: {} });
}

export function pageVersion(id: number, number: number): Promise<PageVersion> {
  return api(`/api/content/pages/${id}/versions/${number}`);
}

/** `redirectTo`: id of the page to which its address leads then; null: visitors are told that it is gone. */
export function deletePage(id: number, redirectTo: number | null): Promise<void> {
  return api(`/api/content/pages/${id}/delete`, { method: 'POST', json: { redirectTo } });
}

export function restorePage(id: number): Promise<unknown> {
  return api(`/api/pages/${id}/restore`, { method: 'POST', json: {} });
}

function ifMatch(version: DraftVersion | undefined): Record<string, string> {
  return version === undefined ? {} : { 'if-match': `"${version}"` };
}
