import { ApiError } from '../../../../app/ApiError.ts';
import { EMPTY_FORM } from '../../../../../domain/request-form.ts';
import type { RequestFormSchema } from '../../../../../domain/request-form.ts';
import { save } from '../formCalls.ts';
import type { EditedForm } from '../formCalls.ts';

export type DraftState =
  | { kind: 'saved'; at: Date | null }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'faulty' }
  | { kind: 'failed'; message: string }
  | { kind: 'conflict'; theirs: EditedForm };

const PAUSE = 800;

/** Keeps the form on the server a moment after each change: one save at a time, and always the latest. */
export class DraftSaver {
  readonly #id: number;
  readonly #onState: (state: DraftState) => void;
  #version: number;
  #saved: string;
  #wanted: RequestFormSchema | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;

  constructor(form: EditedForm, onState: (state: DraftState) => void) {
    this.#id = form.id;
    this.#version = form.version;
    this.#saved = JSON.stringify(form.draftSchema ?? EMPTY_FORM);
    this.#onState = onState;
  }

  get version(): number {
    return this.#version;
  }

  /** The form has changed; `isSound` is false while it has faults that the server would refuse. */
  change(schema: RequestFormSchema, isSound: boolean): void {
    clearTimeout(this.#timer);
    this.#wanted = null;
    if (JSON.stringify(schema) === this.#saved) return this.#onState({ kind: 'saved', at: null });
    if (!isSound) return this.#onState({ kind: 'faulty' });
    this.#wanted = schema;
    this.#onState({ kind: 'unsaved' });
    this.#timer = setTimeout(() => void this.flush(), PAUSE);
  }

  /** Saves now what is not saved yet. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
    if (!this.#wanted) return;
    this.#running = this.#save(this.#wanted).finally(() => { this.#running = null; });
    await this.#running;
  }

  /** Goes on from the form as the server has it now: after publishing, or when somebody else has changed it. */
  follow(version: number): void {
    this.#version = version;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #save(schema: RequestFormSchema): Promise<void> {
    this.#wanted = null;
    this.#onState({ kind: 'saving' });
    try {
      const saved = await save<EditedForm>('forms', { id: this.#id, version: this.#version }, { draftSchema: schema });
      this.#version = saved.version;
      this.#saved = JSON.stringify(schema);
      this.#onState(this.#wanted ? { kind: 'unsaved' } : { kind: 'saved', at: new Date() });
    } catch (error) {
      this.#wanted ??= schema;
      if (error instanceof ApiError && error.status === 412) this.#onState({ kind: 'conflict', theirs: error.problem.current as unknown as EditedForm });
      else this.#onState({ kind: 'failed', message: error instanceof Error ? error.message : 'The form could not be saved.' });
    }
  }
}
