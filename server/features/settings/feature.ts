import type { Feature } from '../../feature.ts';
import { addSettingChecks } from './checks.ts';
import { registerSettings } from './routes.ts';

/** The system settings: what is declared, what is set, and since when by whom. */
export const settings: Feature = { name: 'settings', checks: addSettingChecks, routes: registerSettings };
