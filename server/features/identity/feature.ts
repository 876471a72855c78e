import { sameJson } from '../../../domain/json.ts';
import { transaction } from '../../platform/database.ts';
import type { Feature } from '../../feature.ts';
import type { Services } from '../../services.ts';
import { replaceMemberships } from './memberships.ts';
import { registerIdentity } from './routes.ts';

const REPLACE_MEMBERSHIPS = 'identity.memberships';

export const identity: Feature = {
  name: 'identity',
  checks: addIdentityRules,
  routes: registerIdentity,
  jobs: [{ name: REPLACE_MEMBERSHIPS, together: true, run: replaceAllMemberships }],
};

/** What a group takes from a directory acts on everybody known at once, without waiting for their next login. */
function addIdentityRules({ engine, jobs }: Services): void {
  engine.checkAll('groups', async (writes) => {
    const changed = writes.find(
      ({ before, after }) => !sameJson(before?.directoryNames ?? null, after?.directoryNames ?? null),
    );
    if (changed) await jobs.enqueue(changed.tx, REPLACE_MEMBERSHIPS);
  });
}

async function replaceAllMemberships(services: Services): Promise<void> {
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
