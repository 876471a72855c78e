import type { FastifyInstance } from 'fastify';
import type { CommandServices } from '../../../services.ts';
import { exempt } from './exemptions.ts';
import { classChoices, classGrid } from './grid.ts';
import { scheduleForClass } from './sessions.ts';
import { classCalls } from '../../../../domain/calls/classes.ts';
import { addCalls } from '../../../platform/http/add-calls.ts';

export async function registerByClass(app: FastifyInstance, services: CommandServices): Promise<void> {
  addCalls(app, classCalls, {
    'GET /api/events/classes': ({ actor }) => classChoices(services, actor),
    'GET /api/events/classes/:classId': ({ actor, params }) => classGrid(services, actor, params.classId),
    'POST /api/events/classes/:classId/exemptions': ({ actor, params, body }) =>
      exempt(services, actor, params.classId, body),
    'POST /api/events/classes/:classId/sessions': ({ actor, params, body, key }) =>
      scheduleForClass(services, actor, params.classId, body, key),
  });
}
