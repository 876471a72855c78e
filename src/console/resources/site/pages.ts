import { lazy } from 'react';
import type { SpecialPages } from '../../engine/specialPages.ts';

const SiteSettingsPage = lazy(() =>
  import('./SiteSettingsPage.tsx').then((module) => ({ default: module.SiteSettingsPage })),
);

export const sitePages: SpecialPages = { siteSettings: { list: SiteSettingsPage, edit: SiteSettingsPage } };
