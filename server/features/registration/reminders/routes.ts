import type { FastifyInstance } from 'fastify';
import type { Needs } from '../../../services.ts';
import { chooseReminders, reminderTimes } from './reminders.ts';
import { reminderCalls } from '../../../../domain/calls/sign-up.ts';
import { addCalls } from '../../../platform/http/add-calls.ts';

export function registerReminders(app: FastifyInstance, services: Needs<'db'>): void {
  addCalls(app, reminderCalls, {
    'GET /api/events/reminders': ({ actor }) => reminderTimes(services, actor),
    'PUT /api/events/reminders': ({ actor, body }) => chooseReminders(services, actor, body),
  });
}
