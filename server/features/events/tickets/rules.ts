import { sql } from 'kysely';
import { arranged, dateFaults } from '../../../../domain/session-dates.ts';
import { isActiveTicket } from '../../../../domain/tickets.ts';
import { cancelAll, restoreAll } from './cancelled-session.ts';
import { withDesk } from './desk.ts';
import type { Services } from '../../../services.ts';
import { addGoneRules } from './gone-people.ts';
import { addOverbookRules } from './overbooking.ts';
import { addPrerequisiteRules } from '../admission/prerequisite-rules.ts';
import { addWaiverRules } from '../admission/waivers.ts';
import { settle } from './settle.ts';
import { concernsPeople, tellOfChange } from './tell-changes.ts';

/** Rules that hold for every write: by staff, commands, imports and the demonstration. */
export function addEventRules(services: Services): void {
  const { engine } = services;
  addWaiverRules(services);
  addPrerequisiteRules(services);
  addGoneRules(services);
  addOverbookRules(services);
  engine.amend('tickets', (changes, before) => {
    const { status = before?.status, instanceId = before?.instanceId, userId = before?.userId } = changes;
    if ((changes.status ?? changes.userId) === undefined || status === undefined) return changes;
    const waits = status === 'waitlisted' && before?.status !== 'waitlisted';
    return {
      ...(waits ? { waitingSince: services.clock.instant() } : {}),
      ...changes,
      activeFor: isActiveTicket(status) ? activeFor(Number(instanceId), Number(userId)) : null,
    };
  });
  engine.amend('instances', arranged);
  engine.check('instances', async ({ after }) => (after === null ? null : dateFaults(after)));
  engine.check('instances', async ({ tx, actor, before, after }) => {
    if (after === null) return null;
    const change = { actor, before, after };
    const hasOtherCapacity = before !== null && before.capacity !== after.capacity;
    if (!hasOtherCapacity && !concernsPeople(change)) return null;
    return withDesk(services, tx, after.id, async (desk) => {
      const { taken, capacity } = desk.instance;
      if (hasOtherCapacity && capacity < taken && capacity < before.capacity)
        return { capacity: `${taken} ${taken === 1 ? 'seat is' : 'seats are'} taken. Cancel tickets first.` };
      if (after.status === 'cancelled') await cancelAll(desk);
      if (after.status === 'published' && before?.status !== 'published') await restoreAll(desk);
      await settle(desk);
      await tellOfChange(desk, change);
      return null;
    });
  });
}

/** What the unique column says of an active ticket. */
export function activeFor(instanceId: number, userId: number): string {
  return `${instanceId}:${userId}`;
}

/** Tickets that were made before there were the columns. */
export async function markActiveTickets({ db, model }: Services): Promise<void> {
  if (!model.resources.has('tickets')) return;
  await sql`update "tickets" t set "activeFor" = t."instanceId" || ':' || t."userId"
    where t."activeFor" is null and t."status" <> 'cancelled' and not exists (
      select from "tickets" other where other."instanceId" = t."instanceId" and other."userId" = t."userId"
        and other."status" <> 'cancelled' and other."id" < t."id")`.execute(db);
  await sql`update "tickets" set "waitingSince" = "createdAt" where "status" = 'waitlisted' and "waitingSince" is null`.execute(
    db,
  );
}
