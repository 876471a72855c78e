import type { Feature } from '../../feature.ts';
import { addSiteChecks } from './checks.ts';
import { registerEmbeds } from './embed-routes.ts';

export const sites: Feature = { name: 'sites', checks: addSiteChecks, anonymousRoutes: registerEmbeds };
