import type { FastifyInstance } from 'fastify';
import type { LdapDirectorySummary, LdapTrial } from '../../../domain/access/ldap-trial.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import { problem } from '../../platform/problem.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { knownIdentities } from '../identity/known-identities.ts';
import type { LdapSettings } from './settings.ts';
import { tryDirectory } from './try-directory.ts';

const OF_DIRECTORY = { type: 'object', properties: { name: { type: 'string', pattern: '^[a-z0-9-]{1,40}$' } } };
const TRIAL = {
  type: 'object',
  additionalProperties: false,
  properties: { username: { type: 'string', maxLength: 254 } },
};

/** What is configured, and whether it works: for administrators alone. */
export async function registerLdap(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => {
    if (!isUnlimited(actor)) throw forbidden('Only administrators see and try the directories.');
  });
  const { ldapDirectories } = services.settings;

  app.get(
    '/api/ldap/directories',
    { schema: { summary: 'Directories: as configured, without passwords' } },
    (): Promise<LdapDirectorySummary[]> => Promise.all(ldapDirectories.map((one) => summaryOf(services, one))),
  );

  app.post<{ Params: { name: string }; Body: { username?: string } }>(
    '/api/ldap/directories/:name/try',
    { schema: { params: OF_DIRECTORY, body: TRIAL, summary: 'Directories: tries one, with a username or without' } },
    async ({ params, body }): Promise<LdapTrial> => {
      const settings = ldapDirectories.find(({ name }) => name === params.name);
      if (!settings) throw problem(404, 'ldap.not-found', 'Not found', 'There is no directory of this name.');
      return tryDirectory(services, settings, body.username?.trim() || null);
    },
  );
}

async function summaryOf(services: Services, settings: LdapSettings): Promise<LdapDirectorySummary> {
  const { name, label, servers, bindDn, bindPassword, people, groups, provisioning } = settings;
  return {
    name,
    label,
    servers: servers.map(({ url, security, ca }) => ({ url, security, hasOwnAuthorities: ca !== null })),
    bindDn,
    hasPassword: bindPassword !== null,
    people,
    groups,
    provisioning,
    known: await knownIdentities(services, { provider: name, isDirectory: true }),
  };
}
