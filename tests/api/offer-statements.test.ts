import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../domain/declarations/actor.ts';
import { findAdmitted } from '../../server/features/admission/admission.ts';
import { withLockedSession } from '../../server/features/registration/seats/locked-session.ts';
import { readInstance } from '../../server/features/sessions/instance.ts';
import { expireHoldsAndOfferSeats } from '../../server/features/registration/seats/expire-and-offer.ts';
import { rolesOfAccounts } from '../../server/features/accounts/held-roles.ts';
import type { Tx } from '../../server/platform/database.ts';
import { makeRow } from '../factories/any-row.ts';
import { DAY, HOUR, makeSession } from './event-support.ts';
import { startTestApp, type TestApp } from './support.ts';

const NO_ONE: Actor = { id: 0, username: null, roles: [], capabilities: [], groupIds: [], isKiosk: false, ip: null };

let t: TestApp;
let people: number[];
beforeAll(async () => {
  t = await startTestApp();
  const { rows } = await sql<{ id: number }>`
    insert into "users" ("username", "displayName", "email", "roles", "active")
    select 'waiting' || n, 'Waiting ' || n, 'waiting' || n || '@campus.example', '["Student"]', true
    from generate_series(1, 300) n returning "id"`.execute(t.services.db);
  people = rows.map(({ id }) => id);
});
afterAll(() => t.close());

/** Counts the statements that are sent on the transaction that `work` is given. */
async function statementsOf(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await t.services.engine.transaction((tx) => work(tx.withPlugin(counting)));
  return count;
}

/** A session with a free seat, and so many waitlisted people who lack one of its prerequisites. */
async function waitlisted(count: number): Promise<number> {
  const { services } = t;
  const instanceId = await makeSession(t, [2 * DAY, 2 * DAY + HOUR]);
  const { eventId } = await readInstance(services, services.db, instanceId);
  await makeRow(services, 'prerequisites', { eventId, kind: 'role', role: 'Staff', requiredEventId: null });
  await makeRow(services, 'prerequisites', { eventId, kind: 'eventAttended' });
  for (const userId of people.slice(0, 2)) await makeRow(services, 'waivers', { userId, eventId, kind: 'block' });
  await sql`insert into "tickets" ("instanceId", "userId", "status", "source", "waitingSince", "activeFor")
    select ${instanceId}, u, 'waitlisted', 'web', atrium_now(), ${instanceId} || ':' || u
    from unnest(${people.slice(0, count)}::bigint[]) u`.execute(services.db);
  await services.db.updateTable('instances').set({ waiting: count }).where('id', '=', instanceId).execute();
  return instanceId;
}

test('300 waitlisted people who lack a prerequisite take as many statements as 3', async () => {
  const [few, many] = [await waitlisted(3), await waitlisted(300)];
  const settling = (id: number) =>
    statementsOf((tx) => withLockedSession(t.services, tx, id, expireHoldsAndOfferSeats));
  const expected = await settling(few);
  expect(await settling(many)).toBe(expected);
  expect(expected).toBeLessThan(15);
});

test('the admission of 300 applicants to a limited session takes one statement', async () => {
  const { services } = t;
  const instanceId = await makeSession(t, [2 * DAY, 2 * DAY + HOUR], { event: { visibleToRoles: ['Student'] } });
  const instance = await readInstance(services, services.db, instanceId);
  const roles = await rolesOfAccounts(services, services.db, people);
  const applicants = people.map((userId) => {
    const actor: Actor = { ...NO_ONE, id: userId, roles: roles.get(userId) ?? [] };
    return { userId, actor };
  });
  const stranger = { userId: 0, actor: NO_ONE };
  let admitted = new Set<number>();
  const count = await statementsOf(async (tx) => {
    admitted = await findAdmitted(tx, instance, [...applicants, stranger]);
  });
  expect(admitted).toEqual(new Set(people));
  expect(count).toBe(1);
});
