import type { SpecialPages } from '../engine/specialPages.ts';
import { contentPages } from './content/pages.ts';
import { eventPages } from './events/pages.ts';
import { imagePages } from './images/pages.ts';
import { permissionPages } from './permissions/pages.ts';
import { sitePages } from './site/pages.ts';

/** The special pages of all resources. */
export const SPECIAL_PAGES: SpecialPages = {
  ...contentPages,
  ...eventPages,
  ...imagePages,
  ...permissionPages,
  ...sitePages,
};
