import type { SearchGroup, SearchResult } from '../../../domain/content.ts';
import type { SearchSource } from '../../../domain/model.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Services } from '../../services.ts';
import { logEvent } from '../event-log/event-log.ts';
import { searchBookStack, SourceFailure } from './bookstack.ts';
import { searchOwnPages } from './own-pages.ts';

const TTL_MS = 60_000;
const MAX_ENTRIES = 500;
const LOG_INTERVAL_MS = 60_000;
/** How long a source that failed is left alone. */
const REST_MS = 30_000;
/** Concurrent requests to a slow source. */
const MAX_CONCURRENT = 40;

interface CachedResults {
  expiresAt: number;
  results: Promise<SearchResult[]>;
}

/** All search sources of config/site.json, queried in parallel. A failing source yields no results. */
export class SearchSources {
  readonly #services: Services;
  readonly #remote: Map<SearchSource, RemoteSource>;

  constructor(services: Services) {
    this.#services = services;
    const remote = services.model.site.documentation.sources.filter(({ kind }) => kind === 'bookstack');
    this.#remote = new Map(remote.map((source) => [source, new RemoteSource(source, services.clock)]));
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

/**
 * A remote server. Responses are cached for a minute, and identical concurrent queries are coalesced. After a failure it is left alone
 * for a while (a circuit breaker); the query after that tries it in the background, so that only the first one ever waits for it.
 */
class RemoteSource {
  readonly #source: SearchSource;
  readonly #cache = new Map<string, CachedResults>();
  readonly #clock: Clock;
  #open = 0;
  #loggedAt = -Infinity;
  /** When it failed last; null while it works. */
  #failedAt: number | null = null;
  #isTried = false;

  constructor(source: SearchSource, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  search(text: string, count: number): Promise<SearchResult[]> {
    const key = JSON.stringify([text, count]);
    const known = this.#cache.get(key);
    if (known && known.expiresAt > performance.now()) return known.results;
    if (this.#failedAt === null) return this.#fetch(key, text, count);
    if (!this.#isTried && this.#clock.now() - this.#failedAt >= REST_MS) {
      this.#isTried = true;
      const tried = this.#fetch(key, text, count).finally(() => {
        this.#isTried = false;
      });
      tried.catch(() => undefined);
    }
    return Promise.resolve([]);
  }

  #fetch(key: string, text: string, count: number): Promise<SearchResult[]> {
    const results = this.#ask(text, count);
    this.#store(key, results);
    return results;
  }

  /** Limits logging to once a minute. */
  mayLog(): boolean {
    if (performance.now() - this.#loggedAt < LOG_INTERVAL_MS) return false;
    this.#loggedAt = performance.now();
    return true;
  }

  async #ask(text: string, count: number): Promise<SearchResult[]> {
    if (this.#open >= MAX_CONCURRENT) throw new SourceFailure('Too many questions wait for its answer');
    this.#open += 1;
    try {
      const results = await searchBookStack(this.#source, text, count);
      this.#failedAt = null;
      return results;
    } catch (error) {
      this.#failedAt = this.#clock.now();
      throw error;
    } finally {
      this.#open -= 1;
    }
  }

  #store(key: string, results: Promise<SearchResult[]>): void {
    this.#cache.delete(key);
    this.#cache.set(key, { expiresAt: performance.now() + TTL_MS, results });
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_ENTRIES && oldest !== undefined) this.#cache.delete(oldest);
    // A failed request is not cached.
    results.catch(() => {
      if (this.#cache.get(key)?.results === results) this.#cache.delete(key);
    });
  }
}
