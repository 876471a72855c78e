import type { Feature } from '../../feature.ts';
import { addSiteChecks } from './checks.ts';
import { registerEmbeds } from './embed-routes.ts';

/** Registered sites: who may call the public API, report errors and embed the pages made for it. */
export const sites: Feature = { name: 'sites', checks: addSiteChecks, anonymousRoutes: registerEmbeds };
