import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { actorOfAccount } from '../../server/features/accounts/held-roles.ts';
import type * as instances from '../../server/features/events/tickets/instance.ts';
import { signUp } from '../../server/features/events/tickets/sign-up.ts';
import { openServices } from '../../server/open-services.ts';
import type { Services } from '../../server/services.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

/** Whether the instance is only read, by both of two at once, instead of locked. */
const lock = vi.hoisted(() => ({ isRemoved: false, reading: 0, bothHaveRead: Promise.withResolvers<void>() }));
// Files share their modules; this one needs a server that can be without its lock.
vi.hoisted(() => vi.resetModules());
vi.mock('../../server/features/events/tickets/instance.ts', async (importOriginal) => {
  const real = await importOriginal<typeof instances>();
  return {
    ...real,
    lockInstance: async (...given: Parameters<typeof real.lockInstance>) => {
      if (!lock.isRemoved) return real.lockInstance(...given);
      const instance = await real.readInstance(...given);
      if ((lock.reading += 1) === 2) lock.bothHaveRead.resolve();
      await lock.bothHaveRead.promise;
      return instance;
    },
  };
});

let t: TestApp;
let other: { services: Services; close: () => Promise<void> };
beforeAll(async () => {
  t = await startTestApp();
  const { settings, model } = t.services;
  other = await openServices(settings, model, settings.databaseUrl ?? '');
});
afterAll(async () => {
  await other.close();
  await t.close();
  vi.resetModules();
});

/** Two people sign up for one seat at once, on two servers; how many get it. */
async function seatsGiven(): Promise<number> {
  const { clock } = t.services;
  const event = await makeRow(t.services, 'events', { active: true, waitlistOn: false });
  const instance = await makeRow(t.services, 'instances', {
    eventId: event['id'] ?? null,
    status: 'published',
    startsAt: new Date(clock.now() + 48 * 3_600_000).toISOString(),
    endsAt: new Date(clock.now() + 49 * 3_600_000).toISOString(),
    capacity: 1,
  });
  const id = Number(instance['id']);
  await Promise.allSettled(
    [t.services, other.services].map(async (services) => {
      const person = await makeRow(t.services, 'users', { username: `one-of-two-${(made += 1)}`, active: true });
      return signUp(services, (await actorOfAccount(services, Number(person['id']), ''))!, id);
    }),
  );
  return (await t.services.engine.list(SYSTEM, 'tickets', { filter: { instanceId: id } })).total;
}
let made = 0;

test('one seat is given once', async () => {
  expect(await seatsGiven()).toBe(1);
});

test('without the lock it would be given twice', async () => {
  lock.isRemoved = true;
  expect(await seatsGiven()).toBe(2);
  lock.isRemoved = false;
});
