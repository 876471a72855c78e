import type { Feature } from '../../feature.ts';
import { addSettingChecks } from './checks.ts';
import { registerSettings } from './routes.ts';

export const settings: Feature = { name: 'settings', checks: addSettingChecks, routes: registerSettings };
