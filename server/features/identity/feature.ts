import { sameJson } from '../../../domain/values/json.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { transaction } from '../../platform/database.ts';
import type { Feature } from '../../feature.ts';
import type { FieldErrors } from '../../resources/refusals.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { configuredProviders, parseGroupName } from './group-names.ts';
import { replaceMemberships } from './memberships.ts';
import { addLinkCommands } from './link.ts';

const REPLACE_MEMBERSHIPS = 'identity.memberships';

export const identity: Feature = {
  name: 'identity',
  checks: addIdentityRules,
  commands: addLinkCommands,
  jobs: [{ name: REPLACE_MEMBERSHIPS, batched: true, run: replaceAllMemberships }],
};

function addIdentityRules(services: CommandServices): void {
  const { engine, jobs } = services;
  engine.rules.check('groups', async ({ before, after }) => refuseAmbiguous(services, before, after));
  engine.rules.checkAll('groups', async (writes) => {
    const changed = writes.find(
      ({ before, after }) => !sameJson(before?.directoryNames ?? null, after?.directoryNames ?? null),
    );
    if (changed) await jobs.enqueue(changed.tx, REPLACE_MEMBERSHIPS);
  });
}

function refuseAmbiguous({ settings }: Needs<'settings'>, before: Row | null, after: Row | null): FieldErrors | null {
  if (!after || sameJson(before?.['directoryNames'] ?? null, after['directoryNames'] ?? null)) return null;
  const providers = configuredProviders(settings);
  const names = Array.isArray(after['directoryNames']) ? after['directoryNames'].map(String) : [];
  const ambiguous = names.find((name) => parseGroupName(name, providers) === null);
  if (ambiguous === undefined) return null;
  const text = `Both a directory and a provider are called "${ambiguous.split(':')[0]}". Enter "ldap:${ambiguous}" or "openid:${ambiguous}".`;
  return { directoryNames: text };
}

async function replaceAllMemberships(services: CommandServices): Promise<void> {
  const people = await services.db
    .selectFrom('identities')
    .select('userId')
    .where('userId', 'is not', null)
    .distinct()
    .orderBy('userId')
    .execute();
  for (const { userId } of people)
    if (userId !== null) await transaction(services.db, (tx) => replaceMemberships(services, tx, userId));
}
