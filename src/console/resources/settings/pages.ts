import type { SpecialPages } from '../../engine/specialPages.ts';
import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

const SystemSettingsPage = lazyComponent(
  () => import('./SystemSettingsPage.tsx').then((module) => module.SystemSettingsPage),
  PageNotLoaded,
);

/** A setting's own page is its history; it is set among all others. */
export const settingPages: SpecialPages = {
  systemSettings: { list: SystemSettingsPage, create: SystemSettingsPage, edit: SystemSettingsPage },
};
