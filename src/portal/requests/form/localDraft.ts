import { randomId } from '../../../ui/browserApis.ts';
import { forgetPersisted, persist, readPersisted } from '../../../app/persisted.ts';
import type { Draft, OpenVersion } from '../../../../domain/calls/request-drafts.ts';
import { carriedOver, isSameAnswers, mergeAnswers } from '../../../../domain/requests/request-drafts.ts';
import type { Answers, CostType } from '../../../../domain/requests/request-form.ts';

/** The server's copy that answers derive from; version 0 when none was stored. */
export interface DraftBase {
  version: number;
  data: Answers;
}

export interface FieldConflict {
  name: string;
  mine: Answers[string] | undefined;
  theirs: Answers[string] | undefined;
}

/** Answers stored in this browser that the server has not confirmed. */
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

export interface FoundDraft {
  key: string;
  draft: LocalDraft;
}

const TAB = randomId();

/** Keyed by account, so that no one sees another person's answers on a shared machine. */
function prefixOf({ userName, formId, submissionId }: LocalDraftAddress): string {
  return `request-draft:${userName}:${formId}:${submissionId ?? 'new'}:`;
}

/** The copies left by this browser's tabs, including this one. */
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
  forgetPersisted(prefixOf(address) + TAB);
}

/** Removes copies that have been saved, unless their tabs have changed them since. */
export function removeFound(found: readonly FoundDraft[]): void {
  for (const { key, draft } of found) {
    if (JSON.stringify(readPersisted(key)) === JSON.stringify(draft)) forgetPersisted(key);
  }
}

export interface Start {
  data: Answers;
  base: DraftBase;
  /** Some answers are not on the server yet. */
  isLocal: boolean;
  /** Some answers were entered on an earlier version of the form. */
  isMoved: boolean;
  /** Fields with different answers in this browser and on the server. */
  conflicts: FieldConflict[];
}

/** The form's initial state: the server's draft merged with this browser's changes. */
export function draftStart(draft: Draft | null, locals: readonly LocalDraft[], version: OpenVersion): Start {
  const base: DraftBase = { version: draft?.version ?? 0, data: draft?.data ?? {} };
  const start: Start = { data: base.data, base, isLocal: false, isMoved: false, conflicts: [] };
  for (const local of locals) {
    const mine = carriedOver(local.data, null, version.schema);
    // Without a server draft the local copy has no base.
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
