import type { SpecialPages } from '../../engine/specialPages.ts';
import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

const load = () => import('./RegisteredSitePage.tsx');
const RegisteredSitePage = lazyComponent(() => load().then((module) => module.RegisteredSitePage), PageNotLoaded);
const RegisteredSiteView = lazyComponent(() => load().then((module) => module.RegisteredSiteView), PageNotLoaded);

export const registeredSitePages: SpecialPages = {
  registeredSites: { show: RegisteredSiteView, edit: RegisteredSitePage },
};
