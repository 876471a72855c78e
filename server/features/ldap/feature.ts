import type { FastifyInstance } from 'fastify';
import type { CheckResult, Facts } from '../../../domain/calls/debug.ts';
import { type LdapDirectorySummary, ldapCalls } from '../../../domain/calls/logins.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import type { Diagnostics, Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { problem } from '../../platform/problem.ts';
import { factColumns } from '../../platform/fact-columns.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { knownIdentities } from '../identity/known-identities.ts';
import { synchronize } from '../identity/synchronize.ts';
import { ldapDirectories } from './directory.ts';
import { type LdapSettings, ldapSettings } from './settings.ts';
import { tryDirectory } from './try-directory.ts';

const aboutDirectories: Diagnostics = {
  key: 'ldap',
  title: 'LDAP directories',
  facts: readFacts,
  checks: [{ key: 'try', title: 'Test every directory', seconds: 60, run: tryAll }],
};

async function readFacts({ settings }: Needs<'settings'>): Promise<Facts> {
  const { ldapDirectories } = settings;
  return {
    facts: [{ label: 'Directories', value: ldapDirectories.length, kind: 'number' }],
    tables: [
      {
        title: 'Directories',
        columns: factColumns({ Name: 'text', Label: 'text', Servers: 'code' }),
        rows: ldapDirectories.map(({ name, label, servers }) => [
          name,
          label,
          servers.map(({ url }) => url).join(', '),
        ]),
        empty: 'People log in with a directory when LDAP_FILE names one.',
      },
    ],
    links: [{ label: 'Directories and providers', to: '/admin/identity' }],
  };
}

async function tryAll(services: CommandServices): Promise<CheckResult> {
  const { ldapDirectories } = services.settings;
  if (ldapDirectories.length === 0) return { outcome: 'skipped', says: 'No directory is configured.' };
  const trials = await Promise.all(
    ldapDirectories.map(async (settings) => (await tryDirectory(services, settings, null)).servers),
  );
  const steps = trials.flat().flatMap(({ url, steps: own }) => own.map((step) => ({ url, ...step })));
  const worst = (['failed', 'attention'] as const).find((state) => steps.some(({ outcome }) => outcome === state));
  const reported = steps.filter(({ outcome }) => outcome === (worst ?? 'passed'));
  return {
    outcome: worst ?? 'passed',
    says: reported.map(({ url, title, says }) => `${url}, ${title}: ${says}`).join(' '),
  };
}

async function registerLdap(app: FastifyInstance, services: CommandServices): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => {
    if (!isUnlimited(actor)) throw forbidden('Only administrators can see and test the directories.');
  });
  const { ldapDirectories } = services.settings;

  addCalls(app, ldapCalls, {
    'GET /api/ldap/directories': () => Promise.all(ldapDirectories.map((one) => directorySummary(services, one))),
    'POST /api/ldap/directories/:name/try': async ({ params, body }) => {
      const settings = ldapDirectories.find(({ name }) => name === params.name);
      if (!settings) throw problem(404, 'ldap.not-found', 'Not found', 'There is no directory with this name.');
      return tryDirectory(services, settings, body.username?.trim() || null);
    },
  });
}

async function directorySummary(services: Needs<'db'>, settings: LdapSettings): Promise<LdapDirectorySummary> {
  const { name, label, servers, bindDn, bindPassword, people, groups, provisioning } = settings;
  return {
    name,
    label,
    servers: servers.map(({ url, security, ca }) => ({ url, security, hasOwnAuthorities: ca !== null })),
    bindDn,
    hasPassword: bindPassword !== null,
    people: { ...people, loginNames: [...people.loginNames] },
    groups,
    provisioning,
    known: await knownIdentities(services, { provider: name, isDirectory: true }),
  };
}

export const ldap: Feature = {
  name: 'ldap',
  settings: ldapSettings,
  diagnostics: [aboutDirectories],
  routes: registerLdap,
  schedules: [
    {
      name: 'ldap.synchronise',
      cron: '23 * * * *',
      run: async (services) => {
        await synchronize(services, ldapDirectories(services));
      },
    },
  ],
};
