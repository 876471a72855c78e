import { persist, readPersisted } from '../../../app/persisted.ts';
import type { Draft } from '../../../../domain/request-calls.ts';
import type { Answers, RequestFormSchema } from '../../../../domain/request-form.ts';

/** Answers that this browser holds and the server has not confirmed. */
export interface LocalDraft {
  formVersionId: number;
  data: Answers;
  /** When the server's copy that they continue was stored; null when there was none. */
  base: string | null;
  savedAt: string;
}

export interface LocalDraftAddress {
  userName: string;
  formId: number;
  submissionId?: number | undefined;
}

/** One per account: nobody sees what somebody else left on a shared machine. */
function keyOf({ userName, formId, submissionId }: LocalDraftAddress): string {
  return `request-draft:${userName}:${formId}:${submissionId ?? 'new'}`;
}

export function readLocalDraft(address: LocalDraftAddress): LocalDraft | null {
  const found = readPersisted(keyOf(address));
  if (typeof found !== 'object' || found === null || !('data' in found) || !('savedAt' in found)) return null;
  return typeof found.data === 'object' && found.data !== null ? (found as LocalDraft) : null;
}

export function writeLocalDraft(address: LocalDraftAddress, draft: LocalDraft): void {
  persist(keyOf(address), draft);
}

export function removeLocalDraft(address: LocalDraftAddress): void {
  try {
    localStorage.removeItem(keyOf(address));
  } catch {
    // Storage that is forbidden holds nothing either.
  }
}

export interface Start {
  data: Answers;
  /** The answers come from this browser and still have to be sent. */
  isLocal: boolean;
  /** They were begun on an earlier version of the form. */
  isMoved: boolean;
}

/** What the form starts with: this browser's answers where they are the later ones, else the server's. */
export function startOf(
  draft: Draft | null,
  local: LocalDraft | null,
  version: { id: number; schema: RequestFormSchema },
): Start {
  if (local && isLater(local, draft)) {
    const known = Object.entries(local.data).filter(([name]) => Object.hasOwn(version.schema.properties, name));
    return { data: Object.fromEntries(known), isLocal: true, isMoved: local.formVersionId !== version.id };
  }
  return { data: draft?.data ?? {}, isLocal: false, isMoved: draft !== null && draft.formVersionId !== version.id };
}

function isLater(local: LocalDraft, draft: Draft | null): boolean {
  return local.base === (draft?.updatedAt ?? null) || Date.parse(local.savedAt) > Date.parse(draft?.updatedAt ?? '');
}
