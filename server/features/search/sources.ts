import type { SearchGroup, SearchResult } from '../../../domain/content.ts';
import type { SearchSource } from '../../../domain/model.ts';
import type { Services } from '../../services.ts';
import { logEvent } from '../event-log/event-log.ts';
import { searchBookStack, SourceFailure } from './bookstack.ts';
import { searchOwnPages } from './own-pages.ts';

const KEPT_MS = 60_000;
const MOST_KEPT = 500;
const LOGGED_EVERY_MS = 60_000;
/** Questions that a slow source may have open at once. */
const MOST_OPEN = 40;

interface Kept {
  until: number;
  results: Promise<SearchResult[]>;
}

/** All that config/site.json lets the search look through, asked at the same time. A source that fails has no results. */
export class SearchSources {
  readonly #services: Services;
  readonly #remote: Map<SearchSource, RemoteSource>;

  constructor(services: Services) {
    this.#services = services;
    const remote = services.model.site.documentation.sources.filter(({ kind }) => kind === 'bookstack');
    this.#remote = new Map(remote.map((source) => [source, new RemoteSource(source)]));
  }

  search(text: string, count: number): Promise<SearchGroup[]> {
    return Promise.all(
      this.#services.model.site.documentation.sources.map(async (source) => ({
        source: source.name,
        response: await this.#ask(source, text, count),
      })),
    );
  }

  async #ask(source: SearchSource, text: string, count: number): Promise<SearchResult[]> {
    const remote = this.#remote.get(source);
    if (!remote) return searchOwnPages(this.#services.db, text, count);
    try {
      return await remote.search(text, count);
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      if (remote.mayLog()) await this.#log(source, error);
      return [];
    }
  }

  async #log({ name, url }: SearchSource, { message }: SourceFailure): Promise<void> {
    await logEvent(this.#services.db, 'warning', {
      message: `The search source “${name}” gave no results. ${message}.`,
      exception: 'No Exception',
      location: `search-${url ?? ''}`,
    });
  }
}

/** One server elsewhere: what it answered is good for a minute, and the same question is not asked twice at once. */
class RemoteSource {
  readonly #source: SearchSource;
  readonly #kept = new Map<string, Kept>();
  #open = 0;
  #loggedAt = -Infinity;

  constructor(source: SearchSource) {
    this.#source = source;
  }

  search(text: string, count: number): Promise<SearchResult[]> {
    const key = JSON.stringify([text, count]);
    const known = this.#kept.get(key);
    if (known && known.until > performance.now()) return known.results;
    const results = this.#ask(text, count);
    this.#keep(key, results);
    return results;
  }

  /** At most once a minute. */
  mayLog(): boolean {
    if (performance.now() - this.#loggedAt < LOGGED_EVERY_MS) return false;
    this.#loggedAt = performance.now();
    return true;
  }

  async #ask(text: string, count: number): Promise<SearchResult[]> {
    if (this.#open >= MOST_OPEN) throw new SourceFailure('Too many questions wait for its answer');
    this.#open += 1;
    try {
      return await searchBookStack(this.#source, text, count);
    } finally {
      this.#open -= 1;
    }
  }

  #keep(key: string, results: Promise<SearchResult[]>): void {
    this.#kept.delete(key);
    this.#kept.set(key, { until: performance.now() + KEPT_MS, results });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    // A failure is told to whoever waits for it, and is no answer for a minute.
    results.catch(() => {
      if (this.#kept.get(key)?.results === results) this.#kept.delete(key);
    });
  }
}
