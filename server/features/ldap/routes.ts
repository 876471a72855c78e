import type { FastifyInstance } from 'fastify';
import { ldapCalls, type LdapDirectorySummary } from '../../../domain/calls/logins.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import { problem } from '../../platform/problem.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { knownIdentities } from '../identity/known-identities.ts';
import type { LdapSettings } from './settings.ts';
import { tryDirectory } from './try-directory.ts';

export async function registerLdap(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => {
    if (!isUnlimited(actor)) throw forbidden('Only administrators see and try the directories.');
  });
  const { ldapDirectories } = services.settings;

  addCalls(app, ldapCalls, {
    'GET /api/ldap/directories': () => Promise.all(ldapDirectories.map((one) => directorySummary(services, one))),
    'POST /api/ldap/directories/:name/try': async ({ params, body }) => {
      const settings = ldapDirectories.find(({ name }) => name === params.name);
      if (!settings) throw problem(404, 'ldap.not-found', 'Not found', 'There is no directory of this name.');
      return tryDirectory(services, settings, body.username?.trim() || null);
    },
  });
}

async function directorySummary(services: Services, settings: LdapSettings): Promise<LdapDirectorySummary> {
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
