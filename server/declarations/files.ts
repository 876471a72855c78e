import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { didYouMean, reporter, type Fault } from './faults.ts';
import { JsonTextError, parseJson } from './json.ts';
import { matchesMeta, type MetaName } from './meta.ts';
import type { KeepValid } from './keep-valid.ts';
import { readDeclaration } from './translated.ts';

/** The declaration files, each read once and named relative to the root: "config/site.json". */
export class DeclarationFiles {
  readonly root: string;
  readonly faults: Fault[];
  readonly #hash = createHash('sha256');

  constructor(root: string, faults: Fault[]) {
    this.root = root;
    this.faults = faults;
  }

  /** The names of the JSON files of `folder`, without ending, in order. A folder must be there unless `optional`. */
  async names(folder: string, optional = false): Promise<string[]> {
    try {
      const files = await readdir(path.join(this.root, folder));
      return files
        .filter((file) => file.endsWith('.json') && !file.startsWith('.'))
        .map((file) => file.slice(0, -'.json'.length))
        .sort();
    } catch {
      if (!optional) this.faults.push({ file: folder, pointer: '', message: 'The folder is missing' });
      return [];
    }
  }

  /** The JSON value of `file`; undefined, and reported, when it is missing or malformed. */
  async json(file: string): Promise<unknown> {
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(await readDeclaration(this.root, file));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      const message =
        code === 'ENOENT'
          ? 'The file is missing'
          : code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
            ? 'The file is not in UTF-8'
            : 'The file cannot be read';
      this.faults.push({ file, pointer: '', message });
      return undefined;
    }
    this.#hash.update(JSON.stringify([file, text]));
    try {
      return parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      this.faults.push({ file, pointer: '', message: `Not JSON: ${error.message}` });
      return undefined;
    }
  }

  /** The value of `file`; if it violates its meta-schema, the fault is reported and `keepValid` determines what remains. */
  async declared<T>(file: string, meta: MetaName, keepValid?: KeepValid): Promise<T | undefined> {
    const value = await this.json(file);
    if (value === undefined) return undefined;
    const before = this.faults.length;
    if (matchesMeta(meta, value, reporter(this.faults, file))) return value as T;
    const broken = this.faults.slice(before).map(({ pointer }) =>
      pointer
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
    );
    return keepValid?.(value, broken) as T | undefined;
  }

  /** Reports unknown files in `folder`, most likely misspelled names. */
  async refuseOthers(folder: string, known: string[]): Promise<void> {
    for (const name of await this.names(folder)) {
      if (known.includes(name)) continue;
      this.faults.push({
        file: `${folder}/${name}.json`,
        pointer: '',
        message: `This file is not used${didYouMean(name, known)}`,
      });
    }
  }

  /** Changes when any file read so far changes. */
  get revision(): string {
    return this.#hash.copy().digest('hex');
  }
}
