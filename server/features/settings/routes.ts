import type { FastifyInstance } from 'fastify';
import type { SettingChanges } from '../../../domain/setting-calls.ts';
import type { Services } from '../../services.ts';
import { changeSettings } from './change.ts';
import { declaredSettings, groupSchemas } from './declared.ts';

const PATH = '/api/systemSettings/declared';

const changes = {
  type: 'object',
  additionalProperties: false,
  required: ['changes'],
  properties: {
    changes: {
      type: 'array',
      minItems: 1,
      maxItems: 200,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['key', 'value', 'version'],
        properties: {
          key: { type: 'string', maxLength: 80 },
          value: { description: 'null: the default holds again' },
          version: { type: ['integer', 'null'], description: 'Of the row as it was read; null where there was none' },
        },
      },
    },
  },
};

export async function registerSettings(app: FastifyInstance, services: Services): Promise<void> {
  app.validatorSources.push(groupSchemas(services.model));

  app.get(PATH, { schema: { summary: 'The declared system settings, and what is set' } }, async ({ actor }) =>
    declaredSettings(services, actor),
  );

  app.put<{ Body: SettingChanges }>(
    PATH,
    { schema: { body: changes, summary: 'Sets system settings, all or none; each if nobody changed it meanwhile' } },
    async ({ actor, body }) => {
      await changeSettings(services, actor, body.changes);
      await services.systemSettings.refresh();
      return declaredSettings(services, actor);
    },
  );
}
