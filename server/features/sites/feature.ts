import type { Feature } from '../../feature.ts';
import { bumpRevision } from '../../platform/revisions.ts';
import { addressFault, siteAddressOrigin } from '../../resources/registered-sites.ts';
import type { Needs } from '../../services.ts';
import { registerEmbeds } from './embed-routes.ts';

/** A registered site is stored as its origin, which is what browsers name and all that is compared. */
function addSiteChecks({ engine }: Needs<'engine'>): void {
  engine.rules.amend('registeredSites', (changes) => {
    const origin = typeof changes.url === 'string' ? siteAddressOrigin(changes.url) : null;
    return origin === null ? changes : { ...changes, url: origin };
  });
  engine.rules.checkValues('registeredSites', ({ url }): Record<string, string> => {
    const fault = typeof url === 'string' ? addressFault(url) : null;
    return fault === null ? {} : { url: fault };
  });
  engine.rules.check('registeredSites', async ({ tx }) => {
    await bumpRevision(tx, 'permissions');
  });
}

export const sites: Feature = { name: 'sites', checks: addSiteChecks, anonymousRoutes: registerEmbeds };
