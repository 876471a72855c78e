import { persist, readPersisted } from '../../../app/persisted.ts';
import type { Draft, OpenVersion } from '../../../../domain/request-calls.ts';
import { carriedOver, isSameAnswers, mergeAnswers } from '../../../../domain/request-drafts.ts';
import type { Answers, CostType } from '../../../../domain/request-form.ts';

/** The server's copy that answers continue; version 0 where none was stored. */
export interface DraftBase {
  version: number;
  data: Answers;
}

/** A field that was changed here and in another place, to different answers. */
export interface FieldConflict {
  name: string;
  mine: Answers[string] | undefined;
  theirs: Answers[string] | undefined;
}

/** Answers that this browser holds and the server has not confirmed. */
export interface LocalDraft {
  formVersionId: number;
  costType: CostType;
  data: Answers;
  base: DraftBase;
}

export interface LocalDraftAddress {
  userName: string;
  formId: number;
  submissionId?: number | undefined;
}

/** A copy with the name it is kept under: each tab has its own. */
export interface FoundDraft {
  key: string;
  draft: LocalDraft;
}

const TAB = crypto.randomUUID();

/** One per account: nobody sees what somebody else left on a shared machine. */
function prefixOf({ userName, formId, submissionId }: LocalDraftAddress): string {
  return `request-draft:${userName}:${formId}:${submissionId ?? 'new'}:`;
}

/** The copies that tabs of this browser have left, this one's included. */
export function readLocalDrafts(address: LocalDraftAddress): FoundDraft[] {
  const prefix = prefixOf(address);
  return keysOfStorage()
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const found = readPersisted(key);
      return isLocalDraft(found) ? [{ key, draft: found }] : [];
    });
}

export function writeLocalDraft(address: LocalDraftAddress, draft: LocalDraft): void {
  persist(prefixOf(address) + TAB, draft);
}

export function removeLocalDraft(address: LocalDraftAddress): void {
  remove(prefixOf(address) + TAB);
}

/** Removes copies that are stored by now, unless their tabs have gone on. */
export function removeFound(found: readonly FoundDraft[]): void {
  for (const { key, draft } of found) {
    if (JSON.stringify(readPersisted(key)) === JSON.stringify(draft)) remove(key);
  }
}

export interface Start {
  data: Answers;
  base: DraftBase;
  /** Answers of this browser that the server does not have. */
  isLocal: boolean;
  /** Some were begun on an earlier version of the form. */
  isMoved: boolean;
  /** Fields that this browser and the server have different answers for. */
  conflicts: FieldConflict[];
}

/** What the form starts with: the server's draft and, field by field, what this browser has changed since. */
export function startOf(draft: Draft | null, locals: readonly LocalDraft[], version: OpenVersion): Start {
  const base: DraftBase = { version: draft?.version ?? 0, data: draft?.data ?? {} };
  const start: Start = { data: base.data, base, isLocal: false, isMoved: false, conflicts: [] };
  for (const local of locals) {
    const mine = carriedOver(local.data, null, version.schema);
    // Without a draft there is nothing left that the copy could continue.
    const origin = draft ? carriedOver(local.base.data, null, version.schema) : {};
    const { merged, conflicts } = mergeAnswers(origin, mine, start.data);
    for (const name of conflicts) {
      start.conflicts = start.conflicts.filter((other) => other.name !== name);
      start.conflicts.push({ name, mine: mine[name], theirs: start.data[name] });
    }
    start.data = merged;
    start.isMoved ||= local.formVersionId !== version.id;
  }
  start.isLocal = !isSameAnswers(start.data, base.data);
  start.isMoved = (start.isMoved && start.isLocal) || (draft !== null && draft.formVersionId !== version.id);
  return start;
}

function isLocalDraft(value: unknown): value is LocalDraft {
  if (typeof value !== 'object' || value === null || !('data' in value) || !('base' in value)) return false;
  const { data, base } = value;
  return isObject(data) && isObject(base) && 'data' in base && isObject(base.data);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function keysOfStorage(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage that is forbidden holds nothing either.
  }
}
