import { ApiError } from '../../app/ApiError.ts';
import { clock } from '../../ui/clock.ts';

/** The save state of a draft. `Theirs` is the draft that another editor saved. */
export type DraftState<Theirs> =
  | { kind: 'saved'; at: Date | null }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'faulty' }
  | { kind: 'failed'; message: string; isRetried: boolean }
  | { kind: 'conflict'; theirs: Theirs };

export interface DraftSaverOptions<Content, Theirs, Version> {
  content: Content;
  version: Version;
  /** Throws ApiError, with 412 and the other's draft as `current` when `version` is stale. Returns the content as normalized. */
  save: (content: Content, version: Version) => Promise<{ version: Version; content?: Content }>;
  onState: (state: DraftState<Theirs>) => void;
  /** It is saved by a button (`flush`) only. */
  isManual?: boolean;
}

export interface Synced<Content> {
  sent: Content;
  stored: Content;
}

const PAUSE = 800;
/** Back-off after a lost connection; the last delay repeats. */
const RETRIES = [2_000, 5_000, 10_000, 30_000];

/** Saves a draft, automatically unless `isManual`, debounced: one save at a time, always the latest content. */
export class DraftSaver<Content, Theirs, Version> {
  readonly #options: DraftSaverOptions<Content, Theirs, Version>;
  #version: Version;
  #saved: string;
  #synced: Synced<Content>;
  #savedAt: Date | null = null;
  #current: Content;
  #isSound = true;
  #hasConflict = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;

  constructor(options: DraftSaverOptions<Content, Theirs, Version>) {
    this.#options = options;
    this.#version = options.version;
    this.#current = options.content;
    this.#saved = JSON.stringify(options.content);
    this.#synced = { sent: options.content, stored: options.content };
  }

  /** Nothing is saved while a conflict with another editor is unresolved. */
  get hasConflict(): boolean {
    return this.#hasConflict;
  }

  /** The content at which the local draft and the server's were last equal. */
  get synced(): Synced<Content> {
    return this.#synced;
  }

  get version(): Version {
    return this.#version;
  }

  /** Schedules a save; `isSound` is false while the content has faults that the server would refuse. */
  change(content: Content, isSound: boolean): void {
    if (content === this.#current && isSound === this.#isSound) return;
    this.#current = content;
    this.#isSound = isSound;
    if (!this.#running && !this.#hasConflict) this.#await(PAUSE);
  }

  /** Saves pending changes now; false when that failed. */
  async flush(): Promise<boolean> {
    // Two who wait for the same save must not both start the next one.
    while (this.#running) await this.#running;
    clearTimeout(this.#timer);
    if (this.isSaved) return true;
    if (!this.#isSound || this.#hasConflict) return false;
    this.#running = this.#save(this.#current).finally(() => {
      this.#running = null;
    });
    await this.#running;
    return this.isSaved;
  }

  /** Saves pending changes unless they are saved by a button. */
  autosave(): void {
    if (this.#options.isManual !== true) void this.flush();
  }

  /** The next save is based on `version`, to which the server's draft has moved on. Ends a conflict. */
  rebase(version: Version): void {
    this.#version = version;
    this.#hasConflict = false;
  }

  /** Continues with this content as the server's draft. */
  restart(content: Content, version: Version): void {
    this.rebase(version);
    this.#current = content;
    this.#saved = JSON.stringify(content);
    this.#synced = { sent: content, stored: content };
    this.#savedAt = null;
    this.#await(PAUSE);
  }

  /** Handles the failure of another operation on the draft: true for a conflict (412), after which the local content counts as unsaved. */
  handleConflict(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.status !== 412) return false;
    this.#saved = '';
    this.#fail(error);
    return true;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  get isSaved(): boolean {
    return JSON.stringify(this.#current) === this.#saved;
  }

  #await(pause: number): void {
    clearTimeout(this.#timer);
    if (this.isSaved) return this.#options.onState({ kind: 'saved', at: this.#savedAt });
    if (!this.#isSound) return this.#options.onState({ kind: 'faulty' });
    this.#options.onState({ kind: 'unsaved' });
    this.#timer = setTimeout(() => this.autosave(), pause);
  }

  async #save(content: Content): Promise<void> {
    this.#options.onState({ kind: 'saving' });
    try {
      const { version, content: stored = content } = await this.#options.save(content, this.#version);
      this.#version = version;
      this.#synced = { sent: content, stored };
      this.#saved = JSON.stringify(content);
      this.#savedAt = clock.date();
      this.#failures = 0;
      this.#await(PAUSE);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const { onState } = this.#options;
    if (error instanceof ApiError && error.status === 412) {
      this.#hasConflict = true;
      return onState({ kind: 'conflict', theirs: error.problem.current as unknown as Theirs });
    }
    const isPassing = error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
    const isRetried = isPassing && this.#options.isManual !== true;
    onState({ kind: 'failed', isRetried, message: error instanceof Error ? error.message : 'It could not be saved.' });
    if (!isRetried) return;
    this.#timer = setTimeout(() => void this.flush(), RETRIES[Math.min(this.#failures, RETRIES.length - 1)]);
    this.#failures += 1;
  }
}
