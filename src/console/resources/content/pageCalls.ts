import type {
  CardTypeInfo,
  DraftChange,
  DraftLink,
  DraftLinkDays,
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
} from '../../../../domain/content/page-content.ts';
import { api, readApi } from '../../../app/api.ts';

/** API calls of the page editor. All throw ApiError. */

export function listPages(): Promise<PageListEntry[]> {
  return api('/api/content/pages');
}

export function createPage(page: NewPage): Promise<PageInfo> {
  return api('/api/content/pages', { method: 'POST', json: page });
}

/** A page by its name, title or id. */
export function openPage(page: string | number): Promise<PageEditor> {
  return readApi(`/api/content/pages/${encodeURIComponent(page)}/editor`);
}

export function cardTypes(): Promise<CardTypeInfo[]> {
  return readApi('/api/content/cardTypes');
}

/** Throws 412 when page and draft are no longer at `version`. */
export function saveDraft(id: number, change: DraftChange, version: DraftVersion): Promise<SavedDraft> {
  return api(`/api/content/pages/${id}/draft`, { method: 'PUT', json: change, headers: ifMatch(version) });
}

/** Reports that the page is open in this tab; returns who else has it open. */
export function reportPresence(id: number, presence: EditorPresence): Promise<PagePresence> {
  return api(`/api/content/pages/${id}/presence`, { method: 'PUT', json: presence });
}

/** Completes even while the tab is being closed. */
export function endPresence(id: number, tab: string): Promise<void> {
  return api(`/api/content/pages/${id}/presence?tab=${tab}`, { method: 'DELETE', keepalive: true });
}

/** The places on the site that link to the page. */
export function pageUses(id: number): Promise<PageUse[]> {
  return api(`/api/content/pages/${id}/uses`);
}

export function discardDraft(id: number, version: DraftVersion): Promise<void> {
  return api(`/api/content/pages/${id}/draft`, { method: 'DELETE', headers: ifMatch(version) });
}

/** Publishes the draft now. With `version`, 412 if the draft has changed since. 422 with `errors` when the draft is invalid. */
export function publishPage(id: number, version?: DraftVersion): Promise<PublishState> {
  return api(`/api/content/pages/${id}/publish`, { method: 'POST', json: {}, headers: ifMatch(version) });
}

/** `at`: an instant; null cancels the schedule. `version` as in publishPage. */
export function schedulePage(id: number, at: string | null, version?: DraftVersion): Promise<PublishState> {
  return api(`/api/content/pages/${id}/publish`, { method: 'POST', json: { at }, headers: ifMatch(version) });
}

export function pageVersion(id: number, number: number): Promise<PageVersion> {
  return api(`/api/content/pages/${id}/versions/${number}`);
}

/** Replaces the draft, which goes into the history, with a version. 412 when page and draft are no longer at `version`. */
export function restoreVersion(id: number, number: number, version: DraftVersion): Promise<SavedDraft> {
  return api(`/api/content/pages/${id}/versions/${number}/restore`, {
    method: 'POST',
    json: {},
    headers: ifMatch(version),
  });
}

/** The links by which the draft can be read, newest first. */
export function draftLinks(id: number): Promise<DraftLink[]> {
  return api(`/api/content/pages/${id}/draftLinks`);
}

export function shareDraft(id: number, days: DraftLinkDays): Promise<DraftLink> {
  return api(`/api/content/pages/${id}/draftLinks`, { method: 'POST', json: { days } });
}

export function withdrawDraftLink(id: number, link: number): Promise<void> {
  return api(`/api/content/pages/${id}/draftLinks/${link}`, { method: 'DELETE' });
}

export function restorePage(id: number): Promise<unknown> {
  return api(`/api/pages/${id}/restore`, { method: 'POST', json: {} });
}

function ifMatch(version: DraftVersion | undefined): Record<string, string> {
  return version === undefined ? {} : { 'if-match': `"${version}"` };
}
