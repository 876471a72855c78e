import type { Draft } from '../../../../domain/request-calls.ts';
import { isSameAnswers, mergeAnswers } from '../../../../domain/request-drafts.ts';
import type { Answers } from '../../../../domain/request-form.ts';
import { ApiError } from '../../../app/ApiError.ts';
import type { DraftBase, FieldConflict, LocalDraft } from './localDraft.ts';

export type DraftState =
  | { kind: 'untouched' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** Kept in this browser; it will be sent once the reason is gone. */
  | { kind: 'local'; reason: 'offline' | 'login' }
  /** Kept in this browser until the person has said which answers hold. */
  | { kind: 'conflict'; fields: readonly FieldConflict[] }
  /** Sent or discarded in another place. */
  | { kind: 'gone' }
  /** The form has another version now. */
  | { kind: 'outdated' }
  | { kind: 'failed'; message: string };

export type Choice = 'mine' | 'theirs';

export interface DraftKeeperOptions {
  save: (data: Answers, base: DraftBase, options: { keepalive?: boolean }) => Promise<Draft>;
  local: { write: (draft: Pick<LocalDraft, 'data' | 'base'>) => void; remove: () => void };
  onState: (state: DraftState) => void;
  /** Answers that came from another place. */
  onMerge: (data: Answers) => void;
  /** The server's copy that these answers began with. */
  base: DraftBase;
}

const SAVE_DELAY = 1_000;
const LOCAL_DELAY = 150;
const RETRY_DELAY = 10_000;

/**
 * Keeps unfinished answers: in this browser at once, on the server after a pause. The browser's copy goes as soon as the
 * server has it, so one that is found later was never stored. What is changed in other places comes in with each save.
 */
export class DraftKeeper {
  readonly #options: DraftKeeperOptions;
  /** Null until something is changed here. */
  #data: Answers | null = null;
  #base: DraftBase;
  /** What has to be asked before anything is saved, and what the answers continue once it is settled. */
  #asking: { base: DraftBase; fields: readonly FieldConflict[] } | null = null;
  /** How often answers of other places came in. */
  #merges = 0;
  #isDirty = false;
  #isStopped = false;
  #saving: Promise<void> | null = null;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #localTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DraftKeeperOptions) {
    this.#options = options;
    this.#base = options.base;
  }

  /** The draft's version that the answers continue; 0 when none is stored. */
  get version(): number {
    return this.#base.version;
  }

  change(data: Answers): void {
    this.#data = data;
    this.#isDirty = true;
    this.#localTimer ??= setTimeout(() => this.#writeLocal(), LOCAL_DELAY);
    if (this.#asking) return;
    this.#options.onState({ kind: 'unsaved' });
    this.#schedule(SAVE_DELAY);
  }

  /** Asks about answers that differ from what another place has; `data` has those of this one. */
  ask(data: Answers, fields: readonly FieldConflict[], base: DraftBase = this.#base): void {
    this.#data = data;
    this.#isDirty = true;
    this.#asking = { base, fields };
    clearTimeout(this.#saveTimer);
    this.#writeLocal();
    this.#options.onState({ kind: 'conflict', fields });
  }

  /** The answer: for each field of the conflict whose value holds. */
  settle(choices: Readonly<Record<string, Choice>>): void {
    if (!this.#asking) return;
    const { base, fields } = this.#asking;
    const data = { ...this.#data };
    for (const { name, theirs } of fields) {
      if (choices[name] !== 'theirs') continue;
      if (theirs === undefined) delete data[name];
      else data[name] = theirs;
    }
    this.#asking = null;
    this.#base = base;
    this.#options.onMerge(data);
    this.change(data);
    void this.flush();
  }

  /** Goes on as a new draft, after the stored one was sent or discarded in another place. */
  beginAnew(): void {
    this.#base = { version: 0, data: {} };
    if (this.#data) this.change(this.#data);
    void this.flush();
  }

  /** Saves now what is not saved yet. Settles when nothing is under way any more; never rejects. */
  async flush(): Promise<void> {
    if (this.#saving) return this.#saving;
    if (!this.#isDirty || this.#isStopped || !this.#data || this.#asking) return;
    this.#saving = this.#save(this.#data).finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  /** The page is going away: there is no time to wait for an answer. */
  leave(): void {
    const sent = this.#data;
    if (!this.#isDirty || this.#isStopped || !sent) return;
    this.#writeLocal();
    if (this.#asking) return;
    this.#options.save(sent, this.#base, { keepalive: true }).then(
      (draft) => this.#stored(sent, draft),
      () => undefined,
    );
  }

  /**
   * Before the answers are sent: saves what is not saved, so that the changes of other places are in, and stops. False,
   * without stopping, when the person has to look at the answers first.
   */
  async finish(): Promise<boolean> {
    const seen = this.#merges;
    await this.#saving;
    await this.flush();
    if (this.#asking || this.#merges !== seen) return false;
    await this.stop();
    return true;
  }

  /** Sent or discarded: nothing is kept from here on. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimers();
    await this.#saving;
    this.#options.local.remove();
  }

  /** The request was refused after all. */
  resume(): void {
    this.#isStopped = false;
    if (!this.#data || isSameAnswers(this.#data, this.#base.data)) return;
    this.#isDirty = true;
    this.#writeLocal();
    this.#schedule(SAVE_DELAY);
  }

  /** Brings in the draft as another place has stored it; the answers go on being kept. */
  takeIn(draft: Draft): void {
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

  /** The server has what was sent, and perhaps more; here something may have been changed meanwhile. */
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
      this.ask(merged, fields, base);
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
    const { status, code, current } = refusalOf(error);
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

  /** While something is asked, the copy still continues what it began with: found again, it is asked about again. */
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

function refusalOf(error: unknown): { status: number; code: string; current: Draft | undefined } {
  if (!(error instanceof ApiError)) return { status: 0, code: '', current: undefined };
  const { code, current } = error.problem;
  return { status: error.status, code, current: current as Draft | undefined };
}
