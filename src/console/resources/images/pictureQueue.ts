import type { ImageServices } from '../../../forms/shared/formServices.ts';
import { imageRefusal } from '../../../forms/images/imageRules.ts';

export type PictureState =
  | { kind: 'waiting' }
  /** Fraction of the file sent, 0 to 1. */
  | { kind: 'sending'; share: number }
  | { kind: 'done' }
  /** `isFinal`: a retry cannot succeed. */
  | { kind: 'failed'; words: string; isFinal: boolean };

export interface QueuedPicture {
  key: number;
  file: File;
  alt: string;
  state: PictureState;
}

/**
 * The upload queue of the image library: pictures wait for their alternative texts and are then uploaded one at a time, because the
 * server takes a while to process each. A store for useSyncExternalStore.
 */
export class PictureQueue {
  #pictures: readonly QueuedPicture[] = [];
  #nextKey = 1;
  #running: AbortController | null = null;
  readonly #images: ImageServices;
  readonly #listeners = new Set<() => void>();

  constructor(images: ImageServices) {
    this.#images = images;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly pictures = (): readonly QueuedPicture[] => this.#pictures;

  add(files: readonly File[]): void {
    const added = files.map((file): QueuedPicture => {
      const words = imageRefusal(file);
      return {
        key: this.#nextKey++,
        file,
        alt: '',
        state: words === undefined ? { kind: 'waiting' } : { kind: 'failed', words, isFinal: true },
      };
    });
    this.#set([...this.#pictures, ...added]);
  }

  describe(key: number, alt: string): void {
    this.#change(key, { alt });
  }

  remove(key: number): void {
    this.#set(this.#pictures.filter((picture) => picture.key !== key));
  }

  /** Uploads waiting pictures and retries failed ones where that can succeed. True when nothing is left. */
  async send(): Promise<boolean> {
    this.#running = new AbortController();
    const { signal } = this.#running;
    for (const { key } of this.#pictures.filter(isSendable)) {
      if (signal.aborted) return false;
      await this.#sendOne(key, signal);
    }
    return this.#pictures.every(({ state }) => state.kind === 'done');
  }

  stop(): void {
    this.#running?.abort();
  }

  async #sendOne(key: number, signal: AbortSignal): Promise<void> {
    const picture = this.#pictures.find((one) => one.key === key);
    if (!picture) return;
    const onProgress = (share: number) => this.#change(key, { state: { kind: 'sending', share } });
    onProgress(0);
    try {
      await this.#images.upload(picture.file, { alt: picture.alt.trim(), use: 'photo', onProgress, signal });
      this.#change(key, { state: { kind: 'done' } });
    } catch (error) {
      const words = error instanceof Error ? error.message : 'The image could not be uploaded. Try again.';
      this.#change(key, { state: signal.aborted ? { kind: 'waiting' } : { kind: 'failed', words, isFinal: false } });
    }
  }

  #change(key: number, change: Partial<QueuedPicture>): void {
    this.#set(this.#pictures.map((picture) => (picture.key === key ? { ...picture, ...change } : picture)));
  }

  #set(pictures: readonly QueuedPicture[]): void {
    this.#pictures = pictures;
    for (const listener of this.#listeners) listener();
  }
}

export function isSendable({ state }: QueuedPicture): boolean {
  return state.kind === 'waiting' || (state.kind === 'failed' && !state.isFinal);
}
