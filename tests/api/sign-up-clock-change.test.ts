import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../domain/declarations/actor.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { PublicSession } from '../../domain/calls/sessions.ts';
import { localText } from '../../server/platform/zone-years.ts';
import { actorOfAccount } from '../../server/features/accounts/held-roles.ts';
import { cancelTicket } from '../../server/features/registration/booking/own-ticket.ts';
import { signUp } from '../../server/features/registration/booking/sign-up.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const HOUR = 3_600_000;
/** The clock continues after it is set. */
const MINUTE = 60_000;
const ZONE = 'America/Denver';

/** Half past nine on the evening before clocks change, sessions at a quarter to ten on the next: what is so many hours before or after. */
const NIGHTS = [
  {
    name: 'forward',
    evening: '2027-03-13T21:30:00-07:00',
    startsAt: '2027-03-14T21:45:00-06:00',
    // 23 hours before.
    opensAt: '2027-03-13T21:45:00-07:00',
    closesAt: '2027-03-13T23:45:00-07:00',
    cancelUntil: '2027-03-14T00:45:00-07:00',
    heldUntil: '2027-03-14T03:30:00-06:00',
  },
  {
    name: 'back',
    evening: '2027-11-06T21:30:00-06:00',
    startsAt: '2027-11-07T21:45:00-07:00',
    // 25 hours before.
    opensAt: '2027-11-06T21:45:00-06:00',
    // Half past one and a quarter to two come twice.
    closesAt: '2027-11-07T01:45:00-06:00',
    cancelUntil: '2027-11-07T01:45:00-07:00',
    heldUntil: '2027-11-07T01:30:00-07:00',
  },
];
const HOURS = { signupClosesHours: 21, cancelDeadlineHours: 20, offerHours: 5 };

let t: TestApp;
let people: [Actor, Actor, Actor, Actor];
let realNow: number;
beforeAll(async () => {
  t = await startTestApp();
  realNow = t.services.clock.now();
  const made: Actor[] = [];
  for (let person = 0; person < 4; person += 1) {
    const { id } = await makeRow(t.services, 'users', { username: `night-${person}`, active: true });
    made.push((await actorOfAccount(t.services, Number(id), ''))!);
  }
  people = made as typeof people;
});
afterAll(async () => {
  t.services.clock.moveTo(realNow);
  await t.close();
});

async function session(startsAt: string, given: Row): Promise<number> {
  const event = await makeRow(t.services, 'events', { active: true, waitlistOn: true, ...HOURS, ...given });
  const instance = await makeRow(t.services, 'instances', {
    eventId: event['id'] ?? null,
    status: 'published',
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(Date.parse(startsAt) + HOUR).toISOString(),
    capacity: 3,
    ...(given['feeCents'] === undefined ? {} : { capacity: 1 }),
  });
  return Number(instance['id']);
}

const at = (instant: string, milliseconds = 0): void => t.services.clock.moveTo(Date.parse(instant) + milliseconds);
const ticket = (id: number) => t.services.engine.get(SYSTEM, 'tickets', id);

describe.each(NIGHTS)(
  'in the night in which clocks go $name',
  ({ evening, startsAt, opensAt, closesAt, cancelUntil, heldUntil }) => {
    test('sign-up opens so many days before at the same time of day, which its page shows', async () => {
      at(evening);
      const [ada, , cleo] = people;
      const id = await session(startsAt, { signupOpensDays: 1 });
      const page = (await t.app.inject(`/api/events/sessions/${id}`)).json<PublicSession>();
      expect(page).toMatchObject({ start: startsAt, opensAt, state: 'early' });
      at(opensAt, -MINUTE);
      await expect(signUp(t.services, ada, id)).rejects.toMatchObject({ problem: { code: 'events.too-early' } });
      at(opensAt);
      expect(await signUp(t.services, cleo, id)).toMatchObject({ status: 'confirmed' });
    });

    test('sign-up and canceling end as many hours before as the event says, at the time that its page shows', async () => {
      at(evening);
      const [ada, ben, cleo, dan] = people;
      const id = await session(startsAt, {});
      const page = (await t.app.inject(`/api/events/sessions/${id}`)).json<PublicSession>();
      expect(page).toMatchObject({ start: startsAt, closesAt, cancelUntil });
      const [inTime, late] = [await signUp(t.services, ada, id), await signUp(t.services, ben, id)];
      at(closesAt, -MINUTE);
      expect(await signUp(t.services, cleo, id)).toMatchObject({ status: 'confirmed' });
      at(closesAt);
      await expect(signUp(t.services, dan, id)).rejects.toMatchObject({ problem: { code: 'events.closed' } });
      at(cancelUntil, -MINUTE);
      await cancelTicket(t.services, ada, inTime.id);
      at(cancelUntil, MINUTE);
      await cancelTicket(t.services, ben, late.id);
      expect([(await ticket(inTime.id)).cancelledLate, (await ticket(late.id)).cancelledLate]).toEqual([false, true]);
    });

    test('a seat is held for its hours, then offered for as long to waitlisted people', async () => {
      const [ada, ben, cleo, dan] = people;
      const id = await session(startsAt, { feeCents: 500, signupClosesHours: 0 });
      at(evening);
      const held = await signUp(t.services, ada, id);
      expect(toMinute(held.holdExpiresAt)).toBe(heldUntil);
      const waits = await signUp(t.services, ben, id);
      at(heldUntil, -MINUTE);
      await signUp(t.services, cleo, id);
      expect([(await ticket(held.id)).status, (await ticket(waits.id)).status]).toEqual(['held', 'waitlisted']);
      at(heldUntil, MINUTE);
      await signUp(t.services, dan, id);
      expect(await ticket(held.id)).toMatchObject({ status: 'cancelled' });
      const offered = await ticket(waits.id);
      expect(offered.status).toBe('offered');
      expect(Date.parse(toMinute(offered.holdExpiresAt ?? null))).toBe(
        Date.parse(heldUntil) + HOURS.offerHours * HOUR + MINUTE,
      );
    });
  },
);

/** The local time with its offset, without seconds. */
function toMinute(instant: string | null): string {
  return localText(Date.parse(instant ?? ''), ZONE).replace(/:\d\d([+-])/, ':00$1');
}
