import type { FastifyInstance } from 'fastify';
import { settingCalls } from '../../../domain/calls/settings.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { Services } from '../../services.ts';
import { changeSettings } from './change.ts';
import { declaredSettings, groupSchemas } from './declared.ts';

export async function registerSettings(app: FastifyInstance, services: Services): Promise<void> {
  app.validatorSources.push(groupSchemas(services.model));
  addCalls(app, settingCalls, {
    'GET /api/systemSettings/declared': ({ actor }) => declaredSettings(services, actor),
    'PUT /api/systemSettings/declared': async ({ actor, body }) => {
      await changeSettings(services, actor, body.changes);
      await services.systemSettings.refresh();
      return declaredSettings(services, actor);
    },
  });
}
