import { formatDay } from '../../../domain/values/formats.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import { takeLock } from '../../platform/locks.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import { openKeyOf } from './visits.ts';
import { notify } from '../messages/notify.ts';

/** The rules of centers that a schema cannot express. */
export function addCenterRules(services: CommandServices): void {
  const { rules } = services.engine;
  rules.checkAll('centers', async (writes) => {
    for (const { tx, before, after } of writes) {
      const isNew = after !== null && (!before?.active || before.locationId !== after.locationId);
      if (isNew && after.active && (await hasOther(tx, after))) return { locationId: OTHER };
    }
    return null;
  });
  rules.amend('visits', (changes, before) => {
    const { centerId, userId, departedAt } = { ...before, ...changes };
    if (departedAt) return { ...changes, openKey: null };
    if (changes.openKey !== undefined || centerId === undefined || userId == null) return changes;
    return { ...changes, openKey: openKeyOf(centerId, userId) };
  });
  rules.checkAll('centerUsers', async (writes) => {
    for (const { tx, actor, before, after } of writes)
      if (after?.status === 'blocked' && before?.status !== 'blocked')
        await notifyOfBlock(services, tx, actor.id, after);
    return null;
  });
}

const OTHER = 'This location has another active center. Deactivate that one first.';

/** Two writers at one location come after one another. */
async function hasOther(tx: Tx, { id, locationId }: Pick<RowOf<'centers'>, 'id' | 'locationId'>): Promise<boolean> {
  if (locationId === null) return false;
  await takeLock(tx, 'active center', String(locationId));
  const other = await tx
    .selectFrom('centers')
    .select('id')
    .where('locationId', '=', locationId)
    .where('active', '=', true)
    .where('id', '<>', id)
    .executeTakeFirst();
  return other !== undefined;
}

async function notifyOfBlock(
  services: CommandServices,
  tx: Tx,
  actorId: number | null,
  { centerId, userId, blockReason, blockedUntil }: RowOf<'centerUsers'>,
): Promise<void> {
  const center = await tx.selectFrom('centers').select('name').where('id', '=', centerId).executeTakeFirst();
  await notify(services, tx, {
    event: 'centerBlocked',
    audience: 'person',
    recipients: [userId],
    values: {
      centerName: center?.name ?? '',
      reason: blockReason ?? '',
      until: blockedUntil === null ? 'until further notice' : `until ${formatDay(blockedUntil, 'full')}`,
    },
    actorId,
  });
}
