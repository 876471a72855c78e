import type { SearchGroup } from '../../../domain/calls/content.ts';
import type { SearchSource } from '../../../domain/declarations/site.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CacheFigures } from '../../platform/process-watch.ts';
import { searchRecords, type SearchRecord } from '../../platform/search/records.ts';
import type { FoundResults } from '../../platform/search/steps.ts';
import type { Needs, RowServices } from '../../services.ts';
import { logEvent } from '../event-log/event-log.ts';
import { searchBookStack, SourceFailure } from './bookstack.ts';
import { searchedForms } from '../requests/searched-forms.ts';
import { searchedSessions } from '../sessions/listing/searched-sessions.ts';
import { searchOwnPages } from './own-pages.ts';
import { PublishedVocabulary } from './vocabulary.ts';

const TTL_MS = 60_000;
const MAX_ENTRIES = 500;
const LOG_INTERVAL_MS = 60_000;
/** How long a source that failed is left alone. */
const REST_MS = 30_000;
/** Concurrent requests to a slow source. */
const MAX_CONCURRENT = 40;
/** How long the other sources wait for one; its later answer is cached. */
const PATIENCE_MS = 700;

interface CachedResults {
  expiresAt: number;
  found: Promise<FoundResults>;
}

/** All search sources of config/site.json, queried in parallel. A failing source yields no results. */
export class SearchSources {
  readonly #services: RowServices;
  readonly #remote: Map<SearchSource, RemoteSource>;
  readonly #published: PublishedVocabulary;

  constructor(services: RowServices & Needs<'watch'>) {
    this.#services = services;
    this.#published = new PublishedVocabulary(services.db);
    const remote = services.model.site.documentation.sources.filter(({ kind }) => kind === 'bookstack');
    this.#remote = new Map(remote.map((source) => [source, new RemoteSource(source, services.clock)]));
    for (const [{ name }, source] of this.#remote)
      services.watch.caches.set(`Search results of ${name}`, () => source.cacheFigures());
  }

  async search(actor: Actor, text: string, count: number, origin: string): Promise<SearchGroup[]> {
    const { sources } = this.#services.model.site.documentation;
    const groups = await Promise.all(
      sources.map(async (source) => ({ source: source.name, ...(await this.#ask(source, actor, text, count)) })),
    );
    return withoutDuplicates(withoutWeaker(groups), origin);
  }

  async #ask(source: SearchSource, actor: Actor, text: string, count: number): Promise<FoundResults> {
    const words = () => this.#published.words();
    if (source.kind === 'site') return searchOwnPages(this.#services.db, words, text, count);
    const remote = this.#remote.get(source);
    if (!remote) return searchRecords(await this.#records(source, actor), text, count, words);
    const found = remote.search(text, count).catch(async (error: unknown): Promise<FoundResults> => {
      if (!(error instanceof SourceFailure)) throw error;
      if (remote.isLogDue()) await this.#log(source, error);
      return { response: [] };
    });
    return within(found, source.patienceMs ?? PATIENCE_MS, { response: [], isLate: true });
  }

  /** As far as the actor may see them. */
  #records({ kind }: SearchSource, actor: Actor): Promise<SearchRecord[]> {
    return kind === 'forms' ? searchedForms(this.#services, actor) : searchedSessions(this.#services, actor);
  }

  async #log({ name, url }: SearchSource, { message }: SourceFailure): Promise<void> {
    await logEvent(this.#services.db, 'warning', {
      message: `The search source “${name}” gave no results. ${message}.`,
      exception: 'No Exception',
      location: `search-${url ?? ''}`,
    });
  }
}

/** The answer, or `otherwise` when it takes longer. */
async function within<T>(answer: Promise<T>, milliseconds: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Where a source has all of the words, the others are not asked for what has some of them. */
function withoutWeaker(groups: readonly SearchGroup[]): readonly SearchGroup[] {
  const isWhole = groups.some(({ response, isPartial }) => response.length > 0 && isPartial !== true);
  return isWhole ? groups.map((group) => (group.isPartial === true ? { ...group, response: [] } : group)) : groups;
}

/** What an earlier source has is left out of the later ones. */
function withoutDuplicates(groups: readonly SearchGroup[], origin: string): SearchGroup[] {
  const known = new Set<string>();
  return groups.map((group) => ({
    ...group,
    response: group.response.filter(({ url }) => {
      const address = comparableAddress(url, origin);
      if (known.has(address)) return false;
      known.add(address);
      return true;
    }),
  }));
}

/** An address without its scheme, fragment and last slash. */
function comparableAddress(url: string, origin: string): string {
  const { host, pathname, search } = new URL(url, origin);
  return `${host}${pathname.replace(/\/+$/, '')}${search}`;
}

/**
 * A remote server. Responses are cached for a minute, and identical concurrent queries are coalesced. After a failure it is left alone
 * for a while (a circuit breaker); the query after that tries it in the background, so that only the first one ever waits for it.
 */
class RemoteSource {
  readonly #source: SearchSource;
  readonly #cache = new Map<string, CachedResults>();
  readonly #clock: Clock;
  #hits = 0;
  #misses = 0;
  #open = 0;
  #loggedAt = -Infinity;
  /** When it failed last; null while it works. */
  #failedAt: number | null = null;
  #isTried = false;

  constructor(source: SearchSource, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  search(text: string, count: number): Promise<FoundResults> {
    const key = JSON.stringify([text, count]);
    const known = this.#cache.get(key);
    if (known && known.expiresAt > performance.now()) {
      this.#hits += 1;
      return known.found;
    }
    this.#misses += 1;
    if (this.#failedAt === null) return this.#fetch(key, text, count);
    if (!this.#isTried && this.#clock.now() - this.#failedAt >= REST_MS) {
      this.#isTried = true;
      const tried = this.#fetch(key, text, count).finally(() => {
        this.#isTried = false;
      });
      tried.catch(() => undefined);
    }
    return Promise.resolve({ response: [] });
  }

  cacheFigures(): CacheFigures {
    return { entries: this.#cache.size, bytes: null, hits: this.#hits, misses: this.#misses };
  }

  #fetch(key: string, text: string, count: number): Promise<FoundResults> {
    const found = this.#ask(text, count);
    this.#store(key, found);
    return found;
  }

  /** Limits logging to once a minute. */
  isLogDue(): boolean {
    if (performance.now() - this.#loggedAt < LOG_INTERVAL_MS) return false;
    this.#loggedAt = performance.now();
    return true;
  }

  async #ask(text: string, count: number): Promise<FoundResults> {
    if (this.#open >= MAX_CONCURRENT) throw new SourceFailure('Too many requests are waiting for its answer');
    this.#open += 1;
    try {
      const found = await searchBookStack(this.#source, text, count);
      this.#failedAt = null;
      return found;
    } catch (error) {
      this.#failedAt = this.#clock.now();
      throw error;
    } finally {
      this.#open -= 1;
    }
  }

  #store(key: string, found: Promise<FoundResults>): void {
    this.#cache.delete(key);
    this.#cache.set(key, { expiresAt: performance.now() + TTL_MS, found });
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_ENTRIES && oldest !== undefined) this.#cache.delete(oldest);
    // A failed request is not cached.
    found.catch(() => {
      if (this.#cache.get(key)?.found === found) this.#cache.delete(key);
    });
  }
}
