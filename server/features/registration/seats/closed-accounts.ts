import { EXPECTING } from '../../../../domain/sessions/tickets.ts';
import type { CommandServices, Needs } from '../../../services.ts';
import { BY_SYSTEM } from './ticket-change.ts';
import { inLockedSession } from './session-queue.ts';
import { expireHoldsAndOfferSeats } from './expire-and-offer.ts';

/** Releases the seats of a closed or anonymized account. */
export const CLOSED_ACCOUNT = 'events.gone-person';

/** By a job: sign-up locks the session before the person's row, so the reverse order could deadlock. */
export function addClosedAccountRules({ engine, jobs }: Needs<'engine' | 'jobs'>): void {
  engine.rules.checkAll('users', async (writes) => {
    for (const { tx, before, after } of writes)
      if (before?.active && after && !after.active)
        await jobs.enqueue(tx, CLOSED_ACCOUNT, { userId: Number(after.id) });
  });
}

/** Nothing happens for a reopened account. */
export async function releaseSeats(services: CommandServices, userId: number): Promise<void> {
  const { db, clock, engine } = services;
  // Waits for sign-ups that saw the account open (`requireOpenAccounts`).
  await engine.transaction((tx) => engine.lock(tx, 'users', [userId]));
  const found = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .innerJoin('users as u', 'u.id', 't.userId')
    .select(['t.id', 't.instanceId'])
    .where('t.userId', '=', userId)
    .where('u.active', 'is not', true)
    .where('t.status', 'in', EXPECTING)
    .where('i.startsAt', '>', clock.instant())
    .orderBy('t.id')
    .execute();
  for (const { id, instanceId } of found)
    await inLockedSession(services, instanceId, async (locked) => {
      const ticket = await locked.ticket(id);
      const transition = locked.transition(ticket, 'system', 'cancelled', { isHolderClosed: true });
      if (transition !== null)
        await locked.move(ticket, transition, { ...BY_SYSTEM, reason: 'The account is closed.' });
      await expireHoldsAndOfferSeats(locked);
    });
}
