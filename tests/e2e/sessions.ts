import { clock } from '../factories/clock.ts';
import { callApi, newPage } from './support.ts';

const HOUR = 3_600_000;
let made = 0;

/**
 * A published session of an event of its own, which anyone can sign up for, with one seat unless said otherwise. It is so far ahead that
 * none of the demonstration is at the same time, nor another one of these.
 */
export async function publishSession(
  title: string,
  { capacity = 1, ...event }: { capacity?: number; formId?: number } = {},
): Promise<number> {
  const scheduler = await newPage({ as: 'eventadmin' });
  const category = await callApi<{ id: number }>(scheduler, 'POST', '/api/categories', { name: title, active: true });
  const { id: eventId } = await callApi<{ id: number }>(scheduler, 'POST', '/api/events', {
    title,
    categoryId: category.id,
    defaultMinutes: 60,
    defaultCapacity: capacity,
    waitlistOn: true,
    offerHours: 24,
    signupOpensDays: 365,
    active: true,
    ...event,
  });
  made += 1;
  const begins = clock.now() + 300 * 24 * HOUR + made * 2 * HOUR;
  const { id } = await callApi<{ id: number }>(scheduler, 'POST', '/api/instances', {
    eventId,
    status: 'published',
    startsAt: new Date(begins).toISOString(),
    endsAt: new Date(begins + HOUR).toISOString(),
    capacity,
  });
  return id;
}
