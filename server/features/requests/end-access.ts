import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { Tx } from '../../platform/database.ts';
import type { RowServices } from '../../services.ts';

/** Ends memberships whose last day is over, each in its own transaction. */
export async function endAccess(services: RowServices): Promise<void> {
  const today = localDate(services.clock.now(), services.model.site.timezone);
  const ended = await services.db
    .selectFrom('actionRuns as r')
    .innerJoin('submissions as s', 's.id', 'r.submissionId')
    .select(['r.id', 's.submittedById'])
    .where('r.endsOn', '<', today)
    .where('r.grantedGroupId', 'is not', null)
    .where('r.endedAt', 'is', null)
    .orderBy('r.id')
    .execute();
  for (const { id, submittedById } of ended) await endMembership(services, id, submittedById);
}

async function endMembership(services: RowServices, runId: number, userId: number): Promise<void> {
  const { engine, clock } = services;
  await engine.transaction(async (tx) => {
    const [run] = await engine.lock(tx, 'actionRuns', [runId]);
    if (!run?.grantedGroupId || run.endedAt) return;
    const groupId = run.grantedGroupId;
    const options = { tx, command: true } as const;
    const [user] = await engine.lock(tx, 'users', [userId]);
    await engine.update(SYSTEM, 'actionRuns', runId, { endedAt: clock.instant() }, options);
    if ((await isGranted(tx, userId, groupId)) || !user?.groupIds?.includes(groupId)) return;
    const groupIds = user.groupIds.filter((one) => one !== groupId);
    await engine.update(SYSTEM, 'users', userId, { groupIds }, options);
  });
}

/** Whether a request has put the person into the group, and that has not ended. */
export async function isGranted(tx: Tx, userId: number, groupId: number): Promise<boolean> {
  const run = await tx
    .selectFrom('actionRuns as r')
    .innerJoin('submissions as s', 's.id', 'r.submissionId')
    .select('r.id')
    .where('s.submittedById', '=', userId)
    .where('r.grantedGroupId', '=', groupId)
    .where('r.endedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return run !== undefined;
}
