import type { SpecialPages } from '../../engine/specialPages.ts';
import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

const SiteSettingsPage = lazyComponent(
  () => import('./SiteSettingsPage.tsx').then((module) => module.SiteSettingsPage),
  PageNotLoaded,
);

export const sitePages: SpecialPages = { siteSettings: { list: SiteSettingsPage, edit: SiteSettingsPage } };
