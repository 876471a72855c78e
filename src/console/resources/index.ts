import type { SpecialPages } from '../engine/specialPages.ts';
import { announcementPages } from './announcements/pages.ts';
import { classPages } from './classes/pages.ts';
import { contentPages } from './content/pages.ts';
import { eventPages } from './events/pages.ts';
import { identityPages } from './identity/pages.ts';
import { imagePages } from './images/pages.ts';
import { instancePages } from './instances/pages.ts';
import { mailPages } from './mails/pages.ts';
import { permissionPages } from './permissions/pages.ts';
import { settingPages } from './settings/pages.ts';
import { registeredSitePages } from './sites/pages.ts';
import { ticketPages } from './tickets/pages.ts';
import { userPages } from './users/pages.ts';
import { sitePages } from './site/pages.ts';

/** The special pages of all resources. */
export const SPECIAL_PAGES: SpecialPages = {
  ...announcementPages,
  ...classPages,
  ...contentPages,
  ...eventPages,
  ...identityPages,
  ...imagePages,
  ...instancePages,
  ...mailPages,
  ...permissionPages,
  ...settingPages,
  ...registeredSitePages,
  ...sitePages,
  ...ticketPages,
  ...userPages,
};
