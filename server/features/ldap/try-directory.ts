import type { Entry } from 'ldapts';
import type { CheckOutcome } from '../../../domain/calls/debug.ts';
import type { LdapTrial, TrialStep } from '../../../domain/calls/logins.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { groupsHere } from '../identity/memberships.ts';
import { LdapConnection } from './connection.ts';
import { findPeople } from './directory.ts';
import { formatDirectoryId, texts, type PersonEntry } from './entries.ts';
import { faultText } from './fault-text.ts';
import { anyGroup, externalNames, ldapGroupsOf } from './groups.ts';
import type { GroupSettings, LdapServer, LdapSettings } from './settings.ts';
import { ldapts } from '../../platform/lazy-packages.ts';

/** Marks a server as Active Directory. */
const ACTIVE_DIRECTORY = '1.2.840.113556.1.4.800';
const MOST_NAMED = 20;

/** Tries what a login does, except a password, at every server of the directory. */
export async function tryDirectory(
  services: CommandServices,
  settings: LdapSettings,
  username: string | null,
): Promise<LdapTrial> {
  const servers = await Promise.all(
    settings.servers.map(async (server) => ({
      url: server.url,
      steps: await tryServer(services, settings, server, username),
    })),
  );
  return { servers };
}

async function tryServer(
  services: CommandServices,
  settings: LdapSettings,
  server: LdapServer,
  username: string | null,
): Promise<TrialStep[]> {
  const steps: TrialStep[] = [];
  const connection = new LdapConnection(server);
  /** Runs a step; null when it fails, which ends the trial. */
  const step = async <T>(
    title: string,
    work: () => Promise<{ value: T; says: string; outcome?: CheckOutcome }>,
  ): Promise<{ value: T } | null> => {
    const started = performance.now();
    const ms = (): number => Math.round(performance.now() - started);
    try {
      const { value, says, outcome = 'passed' } = await work();
      steps.push({ title, outcome, says, ms: ms() });
      return { value };
    } catch (error) {
      steps.push({ title, outcome: 'failed', says: faultText(error), ms: ms() });
      return null;
    }
  };
  try {
    await trial(services, { settings, server, connection, username, step });
  } finally {
    connection.close();
  }
  return steps;
}

interface Trial {
  settings: LdapSettings;
  server: LdapServer;
  connection: LdapConnection;
  username: string | null;
  step: <T>(
    title: string,
    work: () => Promise<{ value: T; says: string; outcome?: CheckOutcome }>,
  ) => Promise<{ value: T } | null>;
}

async function trial(
  services: CommandServices,
  { settings, server, connection, username, step }: Trial,
): Promise<void> {
  const isBound = await step('Connect and log in', async () => {
    await connection.bind(settings.bindDn ?? '', settings.bindPassword ?? '');
    return { value: true, ...boundAs(settings, server) };
  });
  if (!isBound) return;
  const isFit = await step('People', () => lookForPeople(connection, settings));
  const { groups } = settings;
  if (!isFit || (groups && !(await step('Groups', () => lookForGroups(connection, groups))))) return;
  if (username === null) return;
  const found = await step(`Person "${username}"`, () => lookForPerson(services, connection, settings, username));
  if (!found?.value) return;
  const person = found.value;
  await step('Groups of the person', () => findGroups(services, connection, settings, person));
}

function boundAs({ bindDn }: LdapSettings, { security }: LdapServer): { says: string; outcome: CheckOutcome } {
  const who = bindDn === null ? 'anonymously' : `as ${bindDn}`;
  if (security === 'none')
    return { outcome: 'attention', says: `Logged in ${who}, without encryption: passwords are sent in clear text.` };
  return { outcome: 'passed', says: `Logged in ${who}, encrypted by ${security === 'ldaps' ? 'TLS' : 'STARTTLS'}.` };
}

async function lookForPeople(connection: LdapConnection, settings: LdapSettings) {
  const { people } = settings;
  const [person] = await findPeople(connection, settings, { limit: 1 });
  if (person) return { value: true, says: `There are people below ${people.base}.` };
  return {
    value: true,
    outcome: 'failed' as const,
    says: `No one below ${people.base} matches ${people.filter} and has ${people.id}, or this account cannot see them.`,
  };
}

async function lookForGroups(connection: LdapConnection, groups: GroupSettings) {
  if (groups.mode === 'inChain') {
    const [root] = await connection.search('', {
      scope: 'base',
      filter: new (ldapts().PresenceFilter)({ attribute: 'objectClass' }),
      attributes: ['supportedCapabilities'],
      limit: 1,
    });
    if (!isActiveDirectory(root))
      return {
        value: true,
        outcome: 'failed' as const,
        says: 'This server does not identify itself as an Active Directory, so "inChain" would find no groups. Use "walk".',
      };
  }
  if ((await anyGroup(connection, groups)) === null)
    return {
      value: true,
      outcome: 'attention' as const,
      says: `No group below ${groups.base} matches ${groups.filter}, or this account cannot see any.`,
    };
  return { value: true, says: `They are read by "${groups.mode}" below ${groups.base}.` };
}

function isActiveDirectory(root: Entry | undefined): boolean {
  return root !== undefined && texts(root, 'supportedCapabilities').includes(ACTIVE_DIRECTORY);
}

async function lookForPerson(
  { clock }: Needs<'clock'>,
  connection: LdapConnection,
  settings: LdapSettings,
  username: string,
) {
  const found = await findPeople(connection, settings, { username, limit: 2 });
  const [person] = found;
  if (!person)
    return {
      value: null,
      outcome: 'failed' as const,
      says: `No one has the ${[settings.people.userName, ...settings.people.loginNames].join(' or ')} "${username}".`,
    };
  if (found.length > 1)
    return {
      value: null,
      outcome: 'failed' as const,
      says: 'More than one entry has this username, so no one can log in.',
    };
  const { dn, subject, displayName, email, studentId, disabledFrom } = person;
  const number = studentId === undefined ? '' : `, student ID ${studentId ?? 'missing'}`;
  const says = `${dn}, id ${formatDirectoryId(settings, subject)}, name ${displayName ?? 'missing'}, email ${email ?? 'missing'}${number}.`;
  return disabledFrom <= clock.now()
    ? { value: person, outcome: 'attention' as const, says: `${says} The account is disabled there, or has expired.` }
    : { value: person, says };
}

async function findGroups(
  services: Needs<'db' | 'settings'>,
  connection: LdapConnection,
  settings: LdapSettings,
  person: PersonEntry,
) {
  const groups = await ldapGroupsOf(connection, settings, person);
  const ids = await services.db
    .transaction()
    .execute(async (tx) =>
      groupsHere(services, tx, [{ kind: 'ldap', provider: settings.name, groups: externalNames(groups) }]),
    );
  const here =
    ids.length === 0
      ? []
      : await services.db.selectFrom('groups').select(['name', 'roles', 'active']).where('id', 'in', ids).execute();
  const roles = [...new Set(here.filter(({ active }) => active).flatMap((group) => group.roles ?? []))];
  const names = groups.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = groups.length > MOST_NAMED ? ` and ${groups.length - MOST_NAMED} more` : '';
  const there =
    groups.length === 0 ? 'No groups in the directory.' : `Groups in the directory: ${names.join(', ')}${more}.`;
  const gives =
    here.length === 0
      ? 'No portal group takes members from them.'
      : `Portal groups: ${here.map(({ name }) => name).join(', ')}, with ${roles.length === 0 ? 'no roles' : `the roles ${roles.join(', ')}`}.`;
  return { value: true, says: `${there} ${gives}` };
}
