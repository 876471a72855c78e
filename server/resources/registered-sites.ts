import type { Model, Row } from '../../domain/declarations/model.ts';
import type { Db } from '../platform/database.ts';
import { ConfigurationStore } from './configuration-store.ts';

/** A host as URLs have it after parsing: punycode, small letters; no wildcard, no underscore. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])$/;

/**
 * The origin of a site's address as browsers write it: "https://makers.example.edu", "http://localhost:5173". Null for
 * anything else: a wildcard, a user name.
 */
export function siteAddressOrigin(address: string): string | null {
  return addressFault(address) === null ? (URL.parse(address.trim())?.origin ?? null) : null;
}

/** Null for a valid address. */
export function addressFault(address: string): string | null {
  const url = URL.parse(address.trim());
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return 'Must start with https://, such as https://makers.example.edu';
  if (url.username !== '' || url.password !== '') return 'Must be without a user name or password';
  if (url.hostname.includes('*')) return 'A wildcard is not a site. Register each host.';
  return HOST.test(url.hostname) ? null : 'Must contain a host name, such as makers.example.edu';
}

/** What a registered site may do. */
export type SiteRight = 'canCallApi' | 'canReport' | 'canEmbed';

type Origins = Readonly<Record<SiteRight, ReadonlySet<string>>>;

/** The origins of active registered sites by right. A change applies in every process from the next request on. */
export class RegisteredSites extends ConfigurationStore<Origins> {
  constructor(db: Db, { resources }: Model) {
    super(db, resources.has('registeredSites') ? 'registeredSites' : null, originsIn);
  }

  /** Whether a request's `Origin` is that of a site with the right. Compared as browsers write it: nothing is normalized. */
  has(origin: string, right: SiteRight): boolean {
    return this.current[right].has(origin);
  }

  origins(right: SiteRight): string[] {
    return [...this.current[right]].toSorted();
  }
}

function originsIn(rows: readonly Row[]): Origins {
  const active = rows.filter((row) => row['active'] === true);
  const having = (right: SiteRight): ReadonlySet<string> =>
    new Set(
      active.flatMap((row) =>
        row[right] === true && typeof row['url'] === 'string' ? (siteAddressOrigin(row['url']) ?? []) : [],
      ),
    );
  return { canCallApi: having('canCallApi'), canReport: having('canReport'), canEmbed: having('canEmbed') };
}
