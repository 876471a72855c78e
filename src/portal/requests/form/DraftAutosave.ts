import type { Draft } from '../../../../domain/calls/request-drafts.ts';
import { isSameAnswers, mergeAnswers } from '../../../../domain/requests/request-drafts.ts';
import type { Answers } from '../../../../domain/requests/request-form.ts';
import { ApiError } from '../../../app/ApiError.ts';
import type { DraftBase, FieldConflict, LocalDraft } from './localDraft.ts';

export type DraftState =
  | { kind: 'untouched' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** Stored in this browser only; sent once the reason is gone. */
  | { kind: 'local'; reason: 'offline' | 'login' }
  /** Stored in this browser only until the user has resolved the conflict. */
  | { kind: 'conflict'; fields: readonly FieldConflict[] }
  /** Submitted or discarded elsewhere. */
  | { kind: 'gone' }
  /** The form has a newer version. */
  | { kind: 'outdated' }
  | { kind: 'failed'; message: string };

export type Choice = 'mine' | 'theirs';

export interface DraftAutosaveOptions {
  save: (data: Answers, base: DraftBase, options: { keepalive?: boolean }) => Promise<Draft>;
  local: { write: (draft: Pick<LocalDraft, 'data' | 'base'>) => void; remove: () => void };
  onState: (state: DraftState) => void;
  /** Called with answers that include changes made elsewhere. */
  onMerge: (data: Answers) => void;
  /** The server's copy that the answers derive from. */
  base: DraftBase;
}

const SAVE_DELAY = 1_000;
const LOCAL_DELAY = 150;
const RETRY_DELAY = 10_000;

/**
 * Saves unfinished answers: in this browser immediately, on the server debounced. The local copy is removed as soon as the server has it,
 * so one that is found later was never saved. Each save also merges changes made in other tabs or devices.
 */
export class DraftAutosave {
  readonly #options: DraftAutosaveOptions;
  /** Null until the user changes something. */
  #data: Answers | null = null;
  #base: DraftBase;
  /** An unresolved conflict, which suspends saving, and the base of the answers once it is resolved. */
  #conflict: { base: DraftBase; fields: readonly FieldConflict[] } | null = null;
  /** Number of merges that brought in changes from elsewhere. */
  #merges = 0;
  #isDirty = false;
  #isStopped = false;
  #saving: Promise<void> | null = null;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #localTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DraftAutosaveOptions) {
    this.#options = options;
    this.#base = options.base;
  }

  /** The draft version that the answers derive from; 0 when none is stored. */
  get version(): number {
    return this.#base.version;
  }

  change(data: Answers): void {
    this.#data = data;
    this.#isDirty = true;
    this.#localTimer ??= setTimeout(() => this.#writeLocal(), LOCAL_DELAY);
    if (this.#conflict) return;
    this.#options.onState({ kind: 'unsaved' });
    this.#schedule(SAVE_DELAY);
  }

  /** Reports fields changed both here and elsewhere; `data` has the local values. */
  reportConflict(data: Answers, fields: readonly FieldConflict[], base: DraftBase = this.#base): void {
    this.#data = data;
    this.#isDirty = true;
    this.#conflict = { base, fields };
    clearTimeout(this.#saveTimer);
    this.#writeLocal();
    this.#options.onState({ kind: 'conflict', fields });
  }

  /** Resolves the conflict: for each field, whose value to keep. */
  resolve(choices: Readonly<Record<string, Choice>>): void {
    if (!this.#conflict) return;
    const { base, fields } = this.#conflict;
    const data = { ...this.#data };
    for (const { name, theirs } of fields) {
      if (choices[name] !== 'theirs') continue;
      if (theirs === undefined) delete data[name];
      else data[name] = theirs;
    }
    this.#conflict = null;
    this.#base = base;
    this.#options.onMerge(data);
    this.change(data);
    void this.flush();
  }

  /** Continues as a new draft, after the stored one was submitted or discarded elsewhere. */
  startOver(): void {
    this.#base = { version: 0, data: {} };
    if (this.#data) this.change(this.#data);
    void this.flush();
  }

  async flush(): Promise<void> {
    if (this.#saving) return this.#saving;
    if (!this.#isDirty || this.#isStopped || !this.#data || this.#conflict) return;
    this.#saving = this.#save(this.#data).finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  /** Saves on pagehide, without waiting for the response. */
  flushOnLeave(): void {
    const sent = this.#data;
    if (!this.#isDirty || this.#isStopped || !sent) return;
    this.#writeLocal();
    if (this.#conflict) return;
    this.#options.save(sent, this.#base, { keepalive: true }).then(
      (draft) => this.#stored(sent, draft),
      () => undefined,
    );
  }

  /** Saves and merges pending changes, then stops. False, without stopping, when the user must review the answers first. */
  async finish(): Promise<boolean> {
    const seen = this.#merges;
    await this.#saving;
    await this.flush();
    if (this.#conflict || this.#merges !== seen) return false;
    await this.stop();
    return true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimers();
    await this.#saving;
    this.#options.local.remove();
  }

  resume(): void {
    this.#isStopped = false;
    if (!this.#data || isSameAnswers(this.#data, this.#base.data)) return;
    this.#isDirty = true;
    this.#writeLocal();
    this.#schedule(SAVE_DELAY);
  }

  /** Merges the draft as stored by another tab or device, and resumes saving. */
  adopt(draft: Draft): void {
    this.#isStopped = false;
    this.#merge(draft);
  }

  async #save(sent: Answers): Promise<void> {
    this.#isDirty = false;
    clearTimeout(this.#saveTimer);
    this.#options.onState({ kind: 'saving' });
    try {
      this.#stored(sent, await this.#options.save(sent, this.#base, {}));
    } catch (error) {
      this.#failed(error);
    }
  }

  /** The server has stored `sent`, possibly merged; local changes may have been made meanwhile. */
  #stored(sent: Answers, draft: Draft): void {
    this.#base = { version: draft.version, data: sent };
    this.#merge(draft);
  }

  #merge(draft: Draft): void {
    const base: DraftBase = { version: draft.version, data: draft.data };
    const here = this.#data ?? this.#base.data;
    const { merged, conflicts } = mergeAnswers(this.#base.data, here, draft.data);
    if (!isSameAnswers(merged, here)) {
      this.#merges += 1;
      this.#options.onMerge(merged);
    }
    const fields = conflicts.map((name) => ({ name, mine: here[name], theirs: draft.data[name] }));
    if (fields.length > 0) {
      this.reportConflict(merged, fields, base);
      return;
    }
    this.#base = base;
    if (isSameAnswers(merged, draft.data)) this.#settled(merged, draft);
    else this.change(merged);
  }

  #settled(data: Answers, draft: Draft): void {
    this.#data = data;
    this.#isDirty = false;
    clearTimeout(this.#localTimer);
    this.#localTimer = undefined;
    this.#options.local.remove();
    this.#options.onState({ kind: 'saved', at: new Date(draft.updatedAt) });
  }

  #failed(error: unknown): void {
    this.#isDirty = true;
    this.#writeLocal();
    const { status, code, current } = refusedState(error);
    if (code === 'requests.draft-conflict' && current) this.#merge(current);
    else if (code === 'requests.draft-gone') this.#options.onState({ kind: 'gone' });
    else if (code === 'requests.form-changed') this.#options.onState({ kind: 'outdated' });
    else if (status === 401) this.#options.onState({ kind: 'local', reason: 'login' });
    else if (status === 0 || status >= 500) {
      this.#options.onState({ kind: 'local', reason: 'offline' });
      this.#schedule(RETRY_DELAY);
    } else
      this.#options.onState({
        kind: 'failed',
        message: error instanceof Error ? error.message : 'The draft was not saved.',
      });
  }

  /** During a conflict the local copy keeps its old base, so that the conflict is found again after a reload. */
  #writeLocal(): void {
    clearTimeout(this.#localTimer);
    this.#localTimer = undefined;
    if (!this.#isStopped && this.#data) this.#options.local.write({ data: this.#data, base: this.#base });
  }

  #schedule(delay: number): void {
    clearTimeout(this.#saveTimer);
    if (!this.#isStopped) this.#saveTimer = setTimeout(() => void this.flush(), delay);
  }

  #cancelTimers(): void {
    clearTimeout(this.#saveTimer);
    clearTimeout(this.#localTimer);
    this.#localTimer = undefined;
  }
}

function refusedState(error: unknown): { status: number; code: string; current: Draft | undefined } {
  if (!(error instanceof ApiError)) return { status: 0, code: '', current: undefined };
  const { code, current } = error.problem;
  return { status: error.status, code, current: current as Draft | undefined };
}
