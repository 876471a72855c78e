import type { LightMyRequestResponse } from 'fastify';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import type { TestApp, TestUser } from './support.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** 10 AM in Denver, the zone of the site. */
export const MORNING = Date.parse('2027-03-09T17:00:00Z');

export interface GivenSession {
  event?: Row | undefined;
  instance?: Row | undefined;
}

/** The instant so many milliseconds from now. */
export function isoAhead({ services }: TestApp, ahead: number): string {
  return new Date(services.clock.now() + ahead).toISOString();
}

/** A published session with two seats, from and to so many milliseconds from now: of an event of its own, unless `instance` names one. */
export async function makeSession(
  t: TestApp,
  [from, to]: readonly [number, number],
  { event, instance }: GivenSession = {},
): Promise<number> {
  const eventId = instance?.['eventId'] ?? (await makeRow(t.services, 'events', { active: true, ...event })).id ?? null;
  const { id } = await makeRow(t.services, 'instances', {
    status: 'published',
    startsAt: isoAhead(t, from),
    endsAt: isoAhead(t, to),
    capacity: 2,
    ...instance,
    eventId,
  });
  return Number(id);
}

/** A session that begins in half an hour; until then people can sign up. */
export function makeDoorSession(t: TestApp, { event, instance }: GivenSession = {}): Promise<number> {
  const signup = { signupOpensAt: isoAhead(t, -DAY), signupClosesAt: isoAhead(t, HOUR / 2) };
  return makeSession(t, [HOUR / 2, 2 * HOUR], {
    event: { feeCents: 0, ...event },
    instance: { ...signup, ...instance },
  });
}

/** Calls the server as a page does in which the account is logged in. */
export function callAs(
  t: TestApp,
  { cookie }: Pick<TestUser, 'cookie'>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<LightMyRequestResponse> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  return t.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}

/** Staff run an action of tickets with one of them, as the door and the console do. */
export function runTicketAction(
  t: TestApp,
  user: Pick<TestUser, 'cookie'>,
  action: string,
  id: number,
  { seen, ...inputs }: { seen?: string; reason?: string; toInstanceId?: number } = {},
): Promise<LightMyRequestResponse> {
  const body = { ids: [id], inputs, ...(seen === undefined ? {} : { seen: { [id]: seen } }) };
  return callAs(t, user, 'POST', `/api/tickets/actions/${action}`, body);
}

/** The same by a person who has read its question. */
async function confirmTicketAction(
  t: TestApp,
  user: Pick<TestUser, 'cookie'>,
  action: string,
  id: number,
  { seen, ...inputs }: { seen: string; reason?: string },
): Promise<LightMyRequestResponse> {
  const url = `/api/tickets/actions/${action}`;
  const plan = await callAs(t, user, 'POST', `${url}/plan`, { ids: [id], inputs });
  const { effect } = plan.json<{ effect?: string }>();
  const body = { ids: [id], inputs, seen: { [id]: seen }, ...(effect === undefined ? {} : { effect }) };
  return callAs(t, user, 'POST', url, body);
}

const ACTIONS: Readonly<Record<string, string>> = {
  'held confirmed': 'paid',
  'offered confirmed': 'seat',
  'waitlisted confirmed': 'seat',
};

/** Staff set the status of a ticket that they have seen as `from`. */
export function setTicketStatus(
  t: TestApp,
  user: Pick<TestUser, 'cookie'>,
  id: number,
  { from, to, ...inputs }: { from: string; to: string; reason?: string },
): Promise<LightMyRequestResponse> {
  const name = to === 'cancelled' ? 'cancel' : to === 'confirmed' ? 'expected' : to;
  return confirmTicketAction(t, user, ACTIONS[`${from} ${to}`] ?? name, id, { seen: from, ...inputs });
}
