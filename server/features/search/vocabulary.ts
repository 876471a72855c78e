import { sql } from 'kysely';
import { Coalesced } from '../../platform/coalesced.ts';
import type { Db } from '../../platform/database.ts';
import { rowRevision } from '../../platform/revisions.ts';
import { NO_WORDS } from '../../platform/search/folded-text.ts';
import type { Vocabulary } from '../../platform/search/spelling.ts';

/** The resources whose writes change what is searched. */
const SOURCES = ['pages', 'cards', 'locations'];

async function revisionOf(db: Db): Promise<string> {
  return (await Promise.all(SOURCES.map((resource) => rowRevision(db, resource)))).join('/');
}

/** The words of all published texts, read again when one of them has changed. */
export class PublishedVocabulary {
  readonly #db: Db;
  readonly #loads: Coalesced<Vocabulary>;
  #known: { revision: string; words: Vocabulary } | null = null;

  constructor(db: Db) {
    this.#db = db;
    this.#loads = new Coalesced(() => this.#load());
  }

  async words(): Promise<Vocabulary> {
    const revision = await revisionOf(this.#db);
    return this.#known?.revision === revision ? this.#known.words : this.#loads.answer();
  }

  async #load(): Promise<Vocabulary> {
    // Before the words, which may then be newer than their revision, never older.
    const revision = await revisionOf(this.#db);
    if (this.#known?.revision === revision) return this.#known.words;
    const { rows } = await sql<{ word: string; ndoc: number }>`
      select "word", "ndoc" from ts_stat('select "search" from "searchTexts"') where "word" not like ${NO_WORDS}`.execute(
      this.#db,
    );
    const words = new Map(rows.map(({ word, ndoc }) => [word, ndoc]));
    this.#known = { revision, words };
    return words;
  }
}
