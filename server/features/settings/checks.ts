import { didYouMean } from '../../declarations/faults.ts';
import { bumpRevision } from '../../platform/revisions.ts';
import { readSetting, storedText } from '../../resources/system-settings.ts';
import type { Services } from '../../services.ts';

/**
 * Every written setting has a declared key and a valid value. Settings of earlier versions are stored: they can be
 * deleted, not changed.
 */
export function addSettingChecks({ engine, systemSettings: { declared } }: Services): void {
  engine.amend('systemSettings', (changes, before) => {
    const setting = declared.get(changes.key ?? before?.key ?? '');
    if (!setting || typeof changes.value !== 'string') return changes;
    return { ...changes, value: storedText(setting, changes.value) };
  });
  engine.check('systemSettings', async ({ tx, before, after }) => {
    await bumpRevision(tx, 'permissions');
    if (!after) return;
    const setting = declared.get(after.key);
    if (!setting) return { key: `There is no setting "${after.key}"${didYouMean(after.key, [...declared.keys()])}` };
    if (before && before.key !== after.key) return { key: 'A setting keeps its key' };
    const { fault } = after.value === null ? { fault: null } : readSetting(setting, after.value);
    return fault === null ? null : { value: fault };
  });
}
