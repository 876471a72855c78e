import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { ReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../platform/clock.ts';
import { makeFolder, moveDurably } from '../../platform/durable-files.ts';
import { SAMPLE } from './content-kind.ts';

export interface Arrived {
  path: string;
  size: number;
  sha256: string;
  sample: Buffer;
}

/** Thrown by `receive` when the limit is exceeded. */
export class TooLarge extends Error {}

export const ARRIVING = 'arriving';
const KEY = /^[0-9a-f]{40}$/;

/** Uploaded files on disk, under random names in two levels of folders. Modification times come from the server's clock. */
export class Storage {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async receive(bytes: Readable, limit: number): Promise<Arrived> {
    const folder = join(this.#folder, ARRIVING);
    await makeFolder(folder);
    const path = join(folder, `${this.#clock.now()}-${randomBytes(20).toString('hex')}`);
    const hash = createHash('sha256');
    const begin: Buffer[] = [];
    let size = 0;
    const watch = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (size < SAMPLE) begin.push(chunk);
        size += chunk.length;
        hash.update(chunk);
        done(size > limit ? new TooLarge() : null, chunk);
      },
    });
    try {
      await pipeline(bytes, watch, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, size, sha256: hash.digest('hex'), sample: Buffer.concat(begin).subarray(0, SAMPLE) };
  }

  /** Moves a received file to permanent storage, where it survives a power cut, and returns its key. */
  async keep(arrived: Arrived): Promise<string> {
    const key = randomBytes(20).toString('hex');
    await moveDurably(arrived.path, this.#path(key), this.#clock.date());
    return key;
  }

  async discard(arrived: Arrived): Promise<void> {
    await rm(arrived.path, { force: true });
  }

  async open(key: string): Promise<ReadStream | null> {
    const found = await stat(this.#path(key)).catch(() => null);
    return found ? createReadStream(this.#path(key)) : null;
  }

  /** The size of the stored file in bytes, or null when it does not exist. */
  async sizeOf(key: string): Promise<number | null> {
    return stat(this.#path(key)).then(
      ({ size }) => size,
      () => null,
    );
  }

  async has(key: string): Promise<boolean> {
    return (await this.sizeOf(key)) !== null;
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async keysBefore(before: Date): Promise<string[]> {
    const keys: string[] = [];
    for (const folder of await readdir(this.#folder).catch(() => [])) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const key of await readdir(join(this.#folder, folder))) {
        const found = KEY.test(key) ? await stat(this.#path(key)).catch(() => null) : null;
        if (found && found.mtime < before) keys.push(key);
      }
    }
    return keys;
  }

  async clearArriving(before: Date): Promise<void> {
    const folder = join(this.#folder, ARRIVING);
    for (const name of await readdir(folder).catch(() => [])) {
      const begun = Number(/^(\d+)-/.exec(name)?.[1] ?? 0);
      if (begun < before.getTime()) await rm(join(folder, name), { force: true });
    }
  }

  #path(key: string): string {
    if (!KEY.test(key)) throw new Error('Not a key of a stored file');
    return join(this.#folder, key.slice(0, 2), key);
  }
}
