import type { SpecialPages } from '../../engine/specialPages.ts';
import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

const RegisteredSitePage = lazyComponent(
  () => import('./RegisteredSitePage.tsx').then((module) => module.RegisteredSitePage),
  PageNotLoaded,
);

export const registeredSitePages: SpecialPages = { registeredSites: { edit: RegisteredSitePage } };
