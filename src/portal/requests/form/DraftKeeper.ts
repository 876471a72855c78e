import type { Answers } from '../../../../domain/request-form.ts';
import type { LocalDraft } from './localDraft.ts';
import { clock } from '../../../ui/clock.ts';

export type DraftState =
  | { kind: 'untouched' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** Kept in this browser; it will be sent once the reason is gone. */
  | { kind: 'local'; reason: 'offline' | 'login' }
  | { kind: 'failed'; message: string };

export interface DraftKeeperOptions {
  /** Sends the answers; answers when they were stored (ISO instant). Rejects with {status, message}. */
  save: (data: Answers, options: { keepalive?: boolean }) => Promise<string>;
  local: { write: (draft: Omit<LocalDraft, 'formVersionId'>) => void; remove: () => void };
  onState: (state: DraftState) => void;
  /** When the server's copy that these answers began with was stored. */
  base: string | null;
}

const SAVE_DELAY = 1_000;
const LOCAL_DELAY = 150;
const RETRY_DELAY = 10_000;

/**
 * Keeps unfinished answers: in this browser at once, on the server after a pause. The browser's copy goes as soon as the
 * server has it, so one that is found later was never stored.
 */
export class DraftKeeper {
  readonly #options: DraftKeeperOptions;
  /** Null until something is changed here. */
  #data: Answers | null = null;
  #base: string | null;
  #isDirty = false;
  #isStopped = false;
  #saving: Promise<void> | null = null;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #localTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DraftKeeperOptions) {
    this.#options = options;
    this.#base = options.base;
  }

  change(data: Answers): void {
    this.#data = data;
    this.#isDirty = true;
    this.#options.onState({ kind: 'unsaved' });
    this.#localTimer ??= setTimeout(() => this.#writeLocal(), LOCAL_DELAY);
    this.#schedule(SAVE_DELAY);
  }

  /** Saves now what is not saved yet. Settles when nothing is under way any more; never rejects. */
  async flush(): Promise<void> {
    if (this.#saving) return this.#saving;
    if (!this.#isDirty || this.#isStopped || !this.#data) return;
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
    this.#options.save(sent, { keepalive: true }).then(
      (at) => {
        if (sent === this.#data) this.#stored(at);
      },
      () => undefined,
    );
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
    if (!this.#data) return;
    this.#isDirty = true;
    this.#writeLocal();
    this.#schedule(SAVE_DELAY);
  }

  async #save(sent: Answers): Promise<void> {
    this.#isDirty = false;
    clearTimeout(this.#saveTimer);
    this.#options.onState({ kind: 'saving' });
    try {
      const at = await this.#options.save(sent, {});
      if (this.#isDirty) this.#schedule(SAVE_DELAY);
      else this.#stored(at);
    } catch (error) {
      this.#failed(error);
    }
  }

  #stored(at: string): void {
    this.#isDirty = false;
    this.#base = at;
    clearTimeout(this.#localTimer);
    this.#localTimer = undefined;
    this.#options.local.remove();
    this.#options.onState({ kind: 'saved', at: new Date(at) });
  }

  #failed(error: unknown): void {
    this.#isDirty = true;
    this.#writeLocal();
    const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0;
    if (status === 401) this.#options.onState({ kind: 'local', reason: 'login' });
    else if (status === 0 || Number(status) >= 500) {
      this.#options.onState({ kind: 'local', reason: 'offline' });
      this.#schedule(RETRY_DELAY);
    } else
      this.#options.onState({
        kind: 'failed',
        message: error instanceof Error ? error.message : 'The draft was not saved.',
      });
  }

  #writeLocal(): void {
    clearTimeout(this.#localTimer);
    this.#localTimer = undefined;
    if (!this.#isStopped && this.#data)
      this.#options.local.write({ data: this.#data, base: this.#base, savedAt: clock.instant() });
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
