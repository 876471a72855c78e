import type { Entry, Filter } from 'ldapts';
import type { LdapConnection } from './connection.ts';
import { rangedTexts, texts, type PersonEntry, type RangedTexts } from './entries.ts';
import type { GroupSettings, LdapSettings } from './settings.ts';
import { ldapts } from '../../platform/lazy-packages.ts';

/** LDAP_MATCHING_RULE_IN_CHAIN. */
const IN_CHAIN = '1.2.840.113556.1.4.1941';
/** Names per query. */
const CHUNK = 100;
/** Beyond these, groups count as unread: half of them could be worse than none. */
const MOST_LEVELS = 20;
const MOST_GROUPS = 2_000;

export interface LdapGroup {
  dn: string;
  name: string;
}

/** All groups of a person, nested ones included. Throws unless all can be read. */
export async function ldapGroupsOf(
  connection: LdapConnection,
  { groups }: LdapSettings,
  person: PersonEntry,
): Promise<LdapGroup[]> {
  if (groups === null) return [];
  if (groups.mode === 'inChain') return inChain(connection, groups, person);
  return groups.mode === 'memberOf' ? byMemberOf(connection, groups, person) : walk(connection, groups, person);
}

/** One of the groups, if there are any. Throws when they cannot be read. */
export async function anyGroup(connection: LdapConnection, groups: GroupSettings): Promise<LdapGroup | null> {
  const filter = ldapts().FilterParser.parseString(groups.filter);
  const [entry] = await connection.search(groups.base, { filter, attributes: [groups.name], limit: 1 });
  return entry ? readGroup(entry, groups) : null;
}

/** What a group is known by here: its whole name, and the short one. */
export function externalNames(groups: readonly LdapGroup[]): string[] {
  return [...new Set(groups.flatMap(({ dn, name }) => [dn, name]))];
}

async function walk(connection: LdapConnection, groups: GroupSettings, person: PersonEntry): Promise<LdapGroup[]> {
  const primary = await primaryGroup(connection, groups, person);
  const found = new Map(primary.map((group) => [key(group.dn), group]));
  const isByUserName = groups.member.toLowerCase() === 'memberuid';
  const first = isByUserName ? person.userName : person.dn;
  let names = [...(first === null ? [] : [first]), ...(isByUserName ? [] : primary.map(({ dn }) => dn))];
  for (let level = 0; names.length > 0; level += 1) {
    if (level === MOST_LEVELS) throw new Error(`Groups are nested more than ${MOST_LEVELS} levels deep.`);
    const fresh: string[] = [];
    for (const chunk of chunks(names)) {
      const members = new (ldapts().OrFilter)({ filters: chunk.map((value) => equals(groups.member, value)) });
      for (const group of await searchGroups(connection, groups, members)) {
        if (found.has(key(group.dn))) continue;
        found.set(key(group.dn), group);
        fresh.push(group.dn);
      }
      refuseTooMany(found.size);
    }
    // A group of usernames holds no groups.
    names = isByUserName ? [] : fresh;
  }
  return [...found.values()];
}

async function inChain(connection: LdapConnection, groups: GroupSettings, person: PersonEntry): Promise<LdapGroup[]> {
  const primary = await primaryGroup(connection, groups, person);
  const filters = [person, ...primary].map(
    ({ dn }) => new (ldapts().ExtensibleFilter)({ matchType: groups.member, rule: IN_CHAIN, value: dn }),
  );
  return unique([...primary, ...(await searchGroups(connection, groups, new (ldapts().OrFilter)({ filters })))]);
}

/** From memberOf of the person, then of each group. */
async function byMemberOf(
  connection: LdapConnection,
  groups: GroupSettings,
  person: PersonEntry,
): Promise<LdapGroup[]> {
  const found = new Map<string, LdapGroup>();
  const primary = await primaryGroup(connection, groups, person);
  const own = await rest(connection, person.dn, person.memberOf);
  const waiting = [...primary.map(({ dn }) => dn), ...own];
  for (let dn = waiting.shift(); dn !== undefined; dn = waiting.shift()) {
    if (found.has(key(dn)) || !key(dn).endsWith(key(groups.base))) continue;
    const [entry] = await connection.search(dn, {
      scope: 'base',
      filter: ldapts().FilterParser.parseString(groups.filter),
      attributes: [groups.name, 'memberOf'],
      limit: 1,
    });
    if (!entry) continue;
    found.set(key(dn), readGroup(entry, groups));
    refuseTooMany(found.size);
    waiting.push(...(await rest(connection, entry.dn, rangedTexts(entry, 'memberOf'))));
  }
  return [...found.values()];
}

/** The remaining values of memberOf. */
async function rest(connection: LdapConnection, dn: string, { values, next }: RangedTexts): Promise<string[]> {
  const all = [...values];
  for (let from = next; from !== null;) {
    const [entry] = await connection.search(dn, {
      scope: 'base',
      filter: new (ldapts().PresenceFilter)({ attribute: 'objectClass' }),
      attributes: [`memberOf;range=${from}-*`],
      limit: 1,
    });
    const more = entry ? rangedTexts(entry, 'memberOf') : null;
    if (more === null || more.values.length === 0)
      throw new Error('The groups of an entry could not be read to the end.');
    all.push(...more.values);
    refuseTooMany(all.length);
    from = more.next;
  }
  return all;
}

/** The group that is Active Directory's own for the person, if it is among the groups: no list of members names it. */
async function primaryGroup(
  connection: LdapConnection,
  groups: GroupSettings,
  { primaryGroup: sid }: PersonEntry,
): Promise<LdapGroup[]> {
  return sid === null ? [] : searchGroups(connection, groups, equals('objectSid', sid));
}

function unique(groups: readonly LdapGroup[]): LdapGroup[] {
  return [...new Map(groups.map((group) => [key(group.dn), group])).values()];
}

async function searchGroups(connection: LdapConnection, groups: GroupSettings, members: Filter): Promise<LdapGroup[]> {
  const entries = await connection.search(groups.base, {
    filter: new (ldapts().AndFilter)({ filters: [ldapts().FilterParser.parseString(groups.filter), members] }),
    attributes: [groups.name],
    most: MOST_GROUPS,
  });
  return entries.map((entry) => readGroup(entry, groups));
}

function readGroup(entry: Entry, { name }: GroupSettings): LdapGroup {
  return { dn: entry.dn, name: texts(entry, name)[0] ?? entry.dn };
}

/** Names of entries are compared without regard to capitals, and to spaces beside commas, as a configuration may have them. */
function key(dn: string): string {
  return dn.toLowerCase().replace(/ *, */g, ',');
}

function refuseTooMany(count: number): void {
  if (count > MOST_GROUPS) throw new Error(`Someone is in more than ${MOST_GROUPS} groups.`);
}

export function equals(attribute: string, value: string | Buffer): Filter {
  // Never a parsed text: parentheses in a name would be read as a filter.
  return new (ldapts().EqualityFilter)({ attribute, value });
}

function* chunks(names: readonly string[]): Generator<string[]> {
  for (let from = 0; from < names.length; from += CHUNK) yield names.slice(from, from + CHUNK);
}
