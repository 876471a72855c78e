import { bumpRevision } from '../../platform/revisions.ts';
import { originOf } from '../../resources/registered-sites.ts';
import type { Services } from '../../services.ts';

const NO_SITE = 'Must be the address of one site, such as https://makers.example.edu';

/** A registered site is stored as its origin, which is what browsers name and all that is compared. */
export function addSiteChecks({ engine }: Services): void {
  engine.amend('registeredSites', (changes) => {
    const origin = typeof changes.url === 'string' ? originOf(changes.url) : null;
    return origin === null ? changes : { ...changes, url: origin };
  });
  engine.checkValues('registeredSites', ({ url }): Record<string, string> =>
    typeof url === 'string' && originOf(url) === null ? { url: NO_SITE } : {},
  );
  engine.check('registeredSites', async ({ tx }) => {
    await bumpRevision(tx, 'permissions');
  });
}
