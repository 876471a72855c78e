import type { FastifyInstance } from 'fastify';
import { REMINDERS, type ReminderTimes } from '../../../../domain/reminder-calls.ts';
import type { Services } from '../../../services.ts';
import { chooseReminders, reminderTimes } from './reminders.ts';

const body = {
  type: 'object',
  additionalProperties: false,
  required: [...REMINDERS],
  properties: Object.fromEntries(REMINDERS.map((time) => [time, { type: 'boolean' }])),
};

/** The API of domain/reminder-calls.ts. */
export function registerReminders(app: FastifyInstance, services: Services): void {
  app.get(
    '/api/events/reminders',
    { schema: { summary: 'Reminders: when one is reminded of one’s events' } },
    async ({ actor }) => reminderTimes(services, actor),
  );
  app.put<{ Body: ReminderTimes }>(
    '/api/events/reminders',
    { schema: { summary: 'Reminders: choose when', body } },
    async ({ actor, body: chosen }) => chooseReminders(services, actor, chosen),
  );
}
