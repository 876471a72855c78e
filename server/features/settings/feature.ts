import type { FastifyInstance } from 'fastify';
import { settingCalls } from '../../../domain/calls/settings.ts';
import { didYouMean } from '../../declarations/faults.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { bumpRevision } from '../../platform/revisions.ts';
import { readSetting, storedText } from '../../resources/system-settings.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { changeSettings } from './change.ts';
import { declaredSettings, groupSchemas } from './declared.ts';

/**
 * Every written setting has a declared key and a valid value. Settings of earlier versions are stored: they can be
 * deleted, not changed.
 */
function addSettingChecks({ engine, systemSettings: { declared } }: Needs<'engine' | 'systemSettings'>): void {
  engine.rules.amend('systemSettings', (changes, before) => {
    const setting = declared.get(changes.key ?? before?.key ?? '');
    if (!setting || typeof changes.value !== 'string') return changes;
    return { ...changes, value: storedText(setting, changes.value) };
  });
  engine.rules.check('systemSettings', async ({ tx, before, after }) => {
    await bumpRevision(tx, 'permissions');
    if (!after) return;
    const setting = declared.get(after.key);
    if (!setting) return { key: `There is no setting "${after.key}"${didYouMean(after.key, [...declared.keys()])}` };
    if (before && before.key !== after.key) return { key: 'A setting keeps its key' };
    const { fault } = after.value === null ? { fault: null } : readSetting(setting, after.value);
    return fault === null ? null : { value: fault };
  });
}

async function registerSettings(app: FastifyInstance, services: CommandServices): Promise<void> {
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

export const settings: Feature = { name: 'settings', checks: addSettingChecks, routes: registerSettings };
