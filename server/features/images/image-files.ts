import { randomBytes } from 'node:crypto';
import { type ReadStream, createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { imageOfStored, storedName, storedWidths } from '../../../domain/values/images.ts';
import type { Clock } from '../../platform/clock.ts';
import { makeFolder, writeDurably } from '../../platform/durable-files.ts';
import type { CacheFigures } from '../../platform/process-watch.ts';
import { ARRIVING } from '../files/storage.ts';

/** An in-memory cache of byte strings with a time to live and a total size; the oldest entries are evicted first. */
export class ByteCache {
  readonly #maxBytes: number;
  readonly #ttl: number;
  readonly #entries = new Map<string, { bytes: Buffer; expiresAt: number }>();
  #size = 0;
  #hits = 0;
  #misses = 0;

  /** `ttl` in milliseconds. */
  constructor(maxBytes: number, ttl: number) {
    this.#maxBytes = maxBytes;
    this.#ttl = ttl;
  }

  get(key: string): Buffer | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.expiresAt > performance.now()) {
      this.#hits += 1;
      return entry.bytes;
    }
    this.#misses += 1;
    this.#evict(key);
    return undefined;
  }

  set(key: string, bytes: Buffer): void {
    this.#evict(key);
    this.#entries.set(key, { bytes, expiresAt: performance.now() + this.#ttl });
    this.#size += bytes.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxBytes) return;
      this.#evict(oldest);
    }
  }

  figures(): CacheFigures {
    return { entries: this.#entries.size, bytes: this.#size, hits: this.#hits, misses: this.#misses };
  }

  #evict(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#size -= entry.bytes.length;
  }
}

const MAX_CACHED_FILE = 512 * 1024;
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** Another process may have removed the file meanwhile. */
const CACHE_TTL_MS = 60_000;

/** The files of stored images, in folders named by the first two characters. Only valid stored names are looked up. */
export class ImageFiles {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #cache = new ByteCache(MAX_CACHE_BYTES, CACHE_TTL_MS);

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** A draft that a crash leaves behind is deleted with the uploads that never completed. */
  async write(name: string, bytes: Buffer): Promise<void> {
    const arriving = join(this.#folder, ARRIVING);
    await makeFolder(arriving);
    const draft = join(arriving, `${this.#clock.now()}-${randomBytes(20).toString('hex')}`);
    await writeDurably(this.#path(name), bytes, { draft, date: this.#clock.date() });
  }

  async open(name: string): Promise<{ size: number; bytes: Buffer | ReadStream } | null> {
    if (imageOfStored(name) === null) return null;
    const cached = this.#cache.get(name);
    if (cached) return { size: cached.length, bytes: cached };
    const found = await stat(this.#path(name)).catch(noneIfMissing);
    if (!found) return null;
    if (found.size > MAX_CACHED_FILE) return { size: found.size, bytes: createReadStream(this.#path(name)) };
    const bytes = await readFile(this.#path(name)).catch(noneIfMissing);
    if (bytes) this.#cache.set(name, bytes);
    return bytes && { size: bytes.length, bytes };
  }

  /** The size of a stored file in bytes, or null when it does not exist. */
  async sizeOf(name: string): Promise<number | null> {
    return (await stat(this.#path(name)).catch(noneIfMissing))?.size ?? null;
  }

  cacheFigures(): CacheFigures {
    return this.#cache.figures();
  }

  async remove(file: string): Promise<void> {
    for (const name of [file, ...storedWidths(file).map((width) => storedName(file, width))])
      await rm(this.#path(name), { force: true });
  }

  async imagesBefore(before: Date): Promise<string[]> {
    const images = new Set<string>();
    for (const folder of await readdir(this.#folder).catch(() => [])) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const name of await readdir(join(this.#folder, folder))) {
        const image = imageOfStored(name);
        const found = image === null ? null : await stat(this.#path(name)).catch(() => null);
        if (image !== null && found && found.mtime < before) images.add(image);
      }
    }
    return [...images];
  }

  #path(name: string): string {
    if (imageOfStored(name) === null) throw new Error('Not a name of a stored image');
    return join(this.#folder, name.slice(0, 2), name);
  }
}

function noneIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
