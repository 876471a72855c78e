import type { Actor } from '../../../domain/declarations/actor.ts';
import type { SettingChange } from '../../../domain/calls/settings.ts';
import { settingText } from '../../declarations/system-settings.ts';
import type { Tx } from '../../platform/database.ts';
import { changedMeanwhile, invalid, type FieldErrors } from '../../resources/refusals.ts';
import { readSetting } from '../../resources/system-settings.ts';
import type { Needs } from '../../services.ts';

export async function changeSettings(
  services: Needs<'engine' | 'systemSettings'>,
  actor: Actor,
  changes: readonly SettingChange[],
): Promise<void> {
  const faults = settingFaults(services, changes);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  await services.engine.transaction(async (tx) => {
    for (const change of changes) await store(services, tx, actor, change);
  });
}

function settingFaults(
  { systemSettings: { declared } }: Needs<'systemSettings'>,
  changes: readonly SettingChange[],
): FieldErrors {
  const errors: FieldErrors = {};
  for (const { key, value } of changes) {
    const setting = declared.get(key);
    const fault = !setting
      ? 'There is no such setting'
      : value === null
        ? null
        : readSetting(setting, settingText(value)).fault;
    if (fault !== null) errors[key] = fault;
  }
  return errors;
}

async function store(
  { engine }: Needs<'engine'>,
  tx: Tx,
  actor: Actor,
  { key, value, version }: SettingChange,
): Promise<void> {
  const text = value === null ? null : settingText(value);
  const row = await tx.selectFrom('systemSettings').selectAll().where('key', '=', key).executeTakeFirst();
  if (row && version === null) throw changedMeanwhile({ key });
  if (row) await engine.update(actor, 'systemSettings', row.id, { value: text }, { tx, version: version! });
  else if (text !== null) await engine.create(actor, 'systemSettings', { key, value: text }, { tx });
}
