import { randomBytes } from 'node:crypto';
import type { Filter } from 'ldapts';
import type { CommandServices } from '../../services.ts';
import { admit } from '../identity/admit.ts';
import type { Directory, Identity, ProvidedPerson } from '../identity/provider.ts';
import { LdapConnection } from './connection.ts';
import { binaryAttributes, idValue, personAttributes, readPerson, type PersonEntry } from './entries.ts';
import { equals, externalNames, ldapGroupsOf } from './groups.ts';
import { onSomeServer } from './servers.ts';
import type { LdapServer, LdapSettings, PeopleSettings } from './settings.ts';
import { ldapts } from '../../platform/lazy-packages.ts';

/** Codes with which a server refuses a password or the account: wrong, locked, expired, not allowed from here. */
const REFUSED = new Set([19, 32, 34, 48, 49, 50, 53]);

export function issuerOf({ name }: Pick<LdapSettings, 'name'>): string {
  return `ldap:${name}`;
}

export function ldapDirectories(services: CommandServices): Directory[] {
  return services.settings.ldapDirectories.map((settings) => ldapDirectory(services, settings));
}

function ldapDirectory(services: CommandServices, settings: LdapSettings): Directory {
  return {
    name: settings.name,
    issuer: issuerOf(settings),
    identify: (username, password) => identify(services, settings, username, password),
    hasPeople: () =>
      onSomeServer(settings, async (connection) => (await findPeople(connection, settings, { limit: 1 })).length > 0),
    accountStates: async (subjects) => {
      const people = await onSomeServer(settings, (connection) => peopleOrNone(connection, settings, subjects));
      const now = services.clock.now();
      return new Map(people.map(({ subject, disabledFrom }) => [subject, disabledFrom <= now ? 'disabled' : 'active']));
    },
    describe: (subjects) =>
      onSomeServer(settings, async (connection) => {
        const people = await peopleBySubject(connection, settings, subjects);
        const described: ProvidedPerson[] = [];
        for (const person of people.filter(({ disabledFrom }) => disabledFrom > services.clock.now()))
          described.push(await providedPerson(connection, settings, person));
        return described;
      }),
  };
}

/**
 * Finds the person, then logs in as them on another connection. Unknown or ambiguous names are tried too, as a name
 * that cannot exist, so that they take as long.
 */
async function identify(
  services: CommandServices,
  settings: LdapSettings,
  username: string,
  password: string,
): Promise<Identity | null> {
  // Many servers take an empty password for an anonymous login, and accept it.
  if (password === '') return null;
  const person = await onSomeServer(settings, async (connection, server) => {
    const found = await personByName(connection, settings, username);
    const dn = found?.dn ?? `cn=${randomBytes(12).toString('hex')},${settings.people.base}`;
    if (!(await acceptsPassword(server, dn, password)) || !found) return null;
    if (found.disabledFrom <= services.clock.now()) return null;
    return providedPerson(connection, settings, found);
  });
  if (!person) return null;
  return admit(services, person, { provider: settings.name, makesAccounts: settings.provisioning });
}

/** At most `limit` people, of this username or any. */
export async function findPeople(
  connection: LdapConnection,
  { people }: LdapSettings,
  { username, limit }: { username?: string; limit: number },
): Promise<PersonEntry[]> {
  const configured = ldapts().FilterParser.parseString(people.filter);
  const entries = await connection.search(people.base, {
    filter: username === undefined ? configured : and(people.filter, called(people, username)),
    attributes: personAttributes(people),
    binary: binaryAttributes(people),
    limit,
  });
  return entries.flatMap((entry) => readPerson(entry, people) ?? []);
}

function called({ userName, loginNames }: PeopleSettings, username: string): Filter {
  const filters = [userName, ...loginNames].map((attribute) => equals(attribute, username));
  return new (ldapts().OrFilter)({ filters });
}

/** Null unless exactly one entry has the username. */
async function personByName(
  connection: LdapConnection,
  settings: LdapSettings,
  username: string,
): Promise<PersonEntry | null> {
  const [person = null, another] = await findPeople(connection, settings, { username, limit: 2 });
  return another ? null : person;
}

/** Throws when the server cannot decide. */
async function acceptsPassword(server: LdapServer, dn: string, password: string): Promise<boolean> {
  const connection = new LdapConnection(server);
  try {
    await connection.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof ldapts().ResultCodeError && REFUSED.has(error.code)) return false;
    throw error;
  } finally {
    connection.close();
  }
}

async function peopleBySubject(
  connection: LdapConnection,
  settings: LdapSettings,
  subjects: readonly string[],
  { limit }: { limit?: number } = {},
): Promise<PersonEntry[]> {
  const { people } = settings;
  if (subjects.length === 0) return [];
  const ids = new (ldapts().OrFilter)({
    filters: subjects.map((subject) => equals(people.id, idValue(settings, subject))),
  });
  const entries = await connection.search(people.base, {
    filter: and(people.filter, ids),
    attributes: personAttributes(people),
    binary: binaryAttributes(people),
    ...(limit === undefined ? {} : { limit }),
  });
  return entries.flatMap((entry) => readPerson(entry, people) ?? []);
}

/**
 * As `peopleBySubject`, certain of who is missing: some servers silently truncate long answers, so missing people are looked
 * up one by one.
 */
async function peopleOrNone(
  connection: LdapConnection,
  settings: LdapSettings,
  subjects: readonly string[],
): Promise<PersonEntry[]> {
  const people = await peopleBySubject(connection, settings, subjects);
  const found = new Set(people.map(({ subject }) => subject));
  for (const subject of subjects.filter((one) => !found.has(one)))
    people.push(...(await peopleBySubject(connection, settings, [subject], { limit: 2 })));
  return people;
}

async function providedPerson(
  connection: LdapConnection,
  settings: LdapSettings,
  person: PersonEntry,
): Promise<ProvidedPerson> {
  const { subject, userName, displayName, email, studentId = null } = person;
  const groups = await ldapGroupsOf(connection, settings, person).then(externalNames, () => null);
  return { issuer: issuerOf(settings), subject, userName, displayName, email, studentId, groups };
}

function and(configured: string, filter: Filter): Filter {
  return new (ldapts().AndFilter)({ filters: [ldapts().FilterParser.parseString(configured), filter] });
}
