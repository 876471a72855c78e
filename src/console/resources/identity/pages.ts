import type { SpecialPages } from '../../engine/specialPages.ts';
import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

const IdentityPage = lazyComponent(
  () => import('./IdentityPage.tsx').then((module) => module.IdentityPage),
  PageNotLoaded,
);

export const identityPages: SpecialPages = { identities: { show: IdentityPage } };
