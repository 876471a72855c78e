import type { Feature } from '../../feature.ts';
import { addFormChecks } from './form-checks.ts';
import { registerForms } from './routes.ts';

export const forms: Feature = { name: 'forms', checks: addFormChecks, routes: registerForms };
