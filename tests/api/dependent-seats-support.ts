import { SYSTEM } from '../../domain/declarations/actor.ts';
import { reviewConditions } from '../../server/features/registration/booking/review-conditions.ts';
import { makeRow } from '../factories/any-row.ts';
import { DAY, HOUR, makeSession } from './event-support.ts';
import { counters, makeBalance } from './ledger-support.ts';
import { payCaller } from './payment-support.ts';
import { caller } from './request-calls.ts';
import type { TestApp } from './support.ts';

const FEES = [500, 700, 1100] as const;

/** Sessions of three events. The second requires the first, and the third requires the second. */
export async function makeCourse(t: TestApp): Promise<number[]> {
  const ids: number[] = [];
  let required: number | null = null;
  for (const [index, feeCents] of FEES.entries()) {
    const from = (3 + index) * DAY;
    const id = await makeSession(t, [from, from + HOUR], { event: { feeCents, refundDeadlineHours: 48 } });
    const eventId = Number((await t.services.engine.get(SYSTEM, 'instances', id)).eventId);
    if (required !== null)
      await makeRow(t.services, 'prerequisites', { eventId, kind: 'eventAttended', requiredEventId: required });
    required = eventId;
    ids.push(id);
  }
  return ids;
}

export type Attendee = Awaited<ReturnType<typeof attendee>>;

/** Someone who has paid seats in these sessions. */
export async function attendee(t: TestApp, sessionIds: readonly number[], isPaid = true) {
  const person = await caller(t, 'Student');
  const total = FEES.reduce<number>((sum, cents) => sum + cents, 0);
  const balanceId = await makeBalance(t, total, { userId: person.user.id });
  const tickets: number[] = [];
  for (const [index, sessionId] of sessionIds.entries()) {
    const answer = await person.call('POST', `/api/events/instances/${sessionId}/tickets`, {});
    const { id } = answer.json<{ id: number }>();
    if (isPaid) await payCaller(t, person.user).payWithBalances(`ticket/${id}`, FEES[index]!);
    tickets.push(id);
  }
  const left = async () => (await counters(t.services.db, balanceId)).balanceCents;
  return { person, tickets, left };
}

export async function statuses(t: TestApp, ids: readonly number[]): Promise<string[]> {
  const rows = await t.services.db
    .selectFrom('tickets')
    .select('status')
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ status }) => status);
}

/** Twice, as the seats that depend on released ones are reviewed by a job of their own. */
export async function review(t: TestApp, { person }: Attendee): Promise<void> {
  for (let count = 0; count < 2; count++) await reviewConditions(t.services, { userId: person.user.id });
}
