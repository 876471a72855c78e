import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../domain/declarations/actor.ts';
import type { TicketStatus } from '../../domain/sessions/tickets.ts';
import { actorOfAccount } from '../../server/features/accounts/held-roles.ts';
import { acceptOffer, cancelTicket } from '../../server/features/registration/booking/own-ticket.ts';
import { signUp } from '../../server/features/registration/booking/sign-up.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const HOUR = 3_600_000;
const OFFER_HOURS = 3;
const PEOPLE = 6;

let t: TestApp;
let actors: Actor[];
beforeAll(async () => {
  t = await startTestApp();
  actors = [];
  for (let person = 0; person < PEOPLE; person += 1) {
    const { id } = await makeRow(t.services, 'users', { username: `model-${person}`, active: true });
    actors.push((await actorOfAccount(t.services, Number(id), ''))!);
  }
});
afterAll(() => t.close());

/** What a person may do, what staff do, and time that passes in hours. */
type Step =
  | { kind: 'signUp' | 'cancel' | 'accept'; person: number }
  | { kind: 'capacity'; seats: number }
  | { kind: 'wait'; hours: number };

const person = fc.nat(PEOPLE - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('signUp' as const), person }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'accept' as const), person }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('capacity' as const), seats: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 4 }) }) },
);

interface Held {
  status: Extract<TicketStatus, 'confirmed' | 'waitlisted' | 'offered' | 'cancelled'>;
  /** Of those who wait, the order in which they came. */
  order: number;
  until: number;
}

/** The same in memory, as plainly as it can be said. */
class Model {
  seats: number;
  now = 0;
  readonly tickets = new Map<number, Held>();
  #orders = 0;

  constructor(seats: number) {
    this.seats = seats;
  }

  /** False: it is refused. */
  take(next: Step): boolean {
    if (next.kind === 'wait') {
      this.now += next.hours;
      return true;
    }
    if (next.kind === 'capacity') {
      if (next.seats < this.taken() && next.seats < this.seats) return false;
      if (next.seats === this.seats) return true;
      this.seats = next.seats;
      this.settle();
      return true;
    }
    const ticket = this.tickets.get(next.person);
    const isActive = ticket !== undefined && ticket.status !== 'cancelled';
    if (next.kind === 'signUp') {
      if (isActive) return true;
      this.settle();
      const status = this.taken() < this.seats ? 'confirmed' : 'waitlisted';
      this.tickets.set(next.person, { status, order: (this.#orders += 1), until: Infinity });
      return true;
    }
    if (ticket === undefined) return false;
    const before = new Map([...this.tickets].map(([who, held]) => [who, { ...held }]));
    this.settle();
    const isOver = next.kind === 'cancel' ? ticket.status === 'cancelled' : ticket.status === 'confirmed';
    if (isOver) return true;
    if (next.kind === 'accept' && ticket.status !== 'offered') {
      // What is refused changes nothing.
      for (const [who, held] of before) Object.assign(this.tickets.get(who)!, held);
      return false;
    }
    ticket.status = next.kind === 'cancel' ? 'cancelled' : 'confirmed';
    this.settle();
    return true;
  }

  private taken(): number {
    return [...this.tickets.values()].filter(({ status }) => status === 'confirmed' || status === 'offered').length;
  }

  private settle(): void {
    for (const held of this.tickets.values())
      if (held.status === 'offered' && held.until <= this.now) held.status = 'cancelled';
    const queue = [...this.tickets.values()].filter(({ status }) => status === 'waitlisted');
    for (const held of queue.toSorted((a, b) => a.order - b.order)) {
      if (this.taken() >= this.seats) return;
      Object.assign(held, { status: 'offered', until: this.now + OFFER_HOURS });
    }
  }
}

test('seats go to the person who has waited longest, as in a model, for all actions of people and staff', async () => {
  const { services } = t;
  const start = services.clock.now();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      services.clock.moveTo(start);
      const event = await makeRow(services, 'events', { active: true, waitlistOn: true, offerHours: OFFER_HOURS });
      const instance = await makeRow(services, 'instances', {
        eventId: event['id'] ?? null,
        status: 'published',
        startsAt: new Date(start + 500 * HOUR).toISOString(),
        endsAt: new Date(start + 501 * HOUR).toISOString(),
        capacity: 2,
      });
      const id = Number(instance['id']);
      const model = new Model(2);
      const tickets = new Map<number, number>();
      for (const next of steps) {
        const isAllowed = await take(
          id,
          next,
          tickets,
          start + (model.now + ('hours' in next ? next.hours : 0)) * HOUR,
        );
        expect(isAllowed).toBe(model.take(next));
        expect(await statuses(tickets)).toEqual(
          new Map([...model.tickets].map(([who, { status }]): [number, string] => [who, status]).toSorted()),
        );
      }
      await services.engine.update(SYSTEM, 'instances', id, { status: 'cancelled' }, { command: true });
    }),
    { numRuns: 12 },
  );
  services.clock.moveTo(start);
});

/** Whether it was possible. */
async function take(id: number, next: Step, tickets: Map<number, number>, until: number): Promise<boolean> {
  const { services } = t;
  try {
    if (next.kind === 'wait') services.clock.moveTo(until);
    else if (next.kind === 'capacity')
      await services.engine.update(SYSTEM, 'instances', id, { capacity: next.seats }, { command: true });
    else {
      const actor = actors[next.person]!;
      const ticket = tickets.get(next.person) ?? 0;
      if (next.kind === 'signUp') tickets.set(next.person, (await signUp(services, actor, id)).id);
      else if (next.kind === 'cancel') await cancelTicket(services, actor, ticket);
      else await acceptOffer(services, actor, ticket);
    }
    return true;
  } catch (error) {
    if (error instanceof Error && 'problem' in error) return false;
    throw error;
  }
}

async function statuses(tickets: Map<number, number>): Promise<Map<number, string>> {
  const rows = await t.services.db.selectFrom('tickets').select(['id', 'status']).execute();
  const byId = new Map(rows.map(({ id, status }) => [id, status]));
  return new Map([...tickets].map(([who, id]): [number, string] => [who, byId.get(id) ?? '']).toSorted());
}
