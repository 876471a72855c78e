import { createElement, type ComponentType } from 'react';
import { PageNotLoaded } from '../../app/errors/PageNotLoaded.tsx';
import { lazyComponent, type LazyComponent } from '../../ui/lazyComponent.tsx';
import type { SpecialPageProps, SpecialPages } from '../engine/specialPages.ts';

type PageModule<Name extends string> = Record<Name, ComponentType<SpecialPageProps> | ComponentType>;

function page<Name extends string>(load: () => Promise<PageModule<Name>>, name: Name): LazyComponent<SpecialPageProps> {
  return lazyComponent(async () => (await load())[name] as ComponentType<SpecialPageProps>, PageNotLoaded);
}

const announcement = page(() => import('./announcements/AnnouncementPage.tsx'), 'AnnouncementPage');
const permissions = page(() => import('./permissions/PermissionsPage.tsx'), 'PermissionsPage');
const systemSettings = page(() => import('./settings/SystemSettingsPage.tsx'), 'SystemSettingsPage');
const siteSettings = page(() => import('./site/SiteSettingsPage.tsx'), 'SiteSettingsPage');
const MoveSession = lazyComponent(() => import('./sessions/MoveSession.tsx').then((module) => module.MoveSession));

/** The pages that are more than their declaration, by resource. All others are generated. */
export const SPECIAL_PAGES: SpecialPages = {
  announcements: {
    list: page(() => import('./announcements/AnnouncementList.tsx'), 'AnnouncementList'),
    create: page(() => import('./announcements/ComposePage.tsx'), 'ComposePage'),
    edit: announcement,
    show: announcement,
  },
  cards: {
    create: page(() => import('./content/CardAddress.tsx'), 'NewCardAddress'),
    edit: page(() => import('./content/CardAddress.tsx'), 'CardAddress'),
  },
  classes: { show: page(() => import('./classes/ClassPage.tsx'), 'ClassPage') },
  images: {
    list: page(() => import('./images/ImagesPage.tsx'), 'ImagesPage'),
    show: page(() => import('./images/ImagePage.tsx'), 'ImagePage'),
    edit: page(() => import('./images/ImageEditPage.tsx'), 'ImageEditPage'),
  },
  instances: {
    show: page(() => import('./instances/InstancePage.tsx'), 'InstancePage'),
    create: page(() => import('./sessions/SchedulePage.tsx'), 'SchedulePage'),
    edit: page(() => import('./sessions/EditSessionPage.tsx'), 'EditSessionPage'),
    moveQuestion: (props) => createElement(MoveSession, props),
  },
  mails: {
    list: page(() => import('./mails/MailList.tsx'), 'MailList'),
    show: page(() => import('./mails/MailPage.tsx'), 'MailPage'),
  },
  permissions: { list: permissions, create: permissions, edit: permissions, show: permissions },
  registeredSites: {
    show: page(() => import('./sites/RegisteredSitePage.tsx'), 'RegisteredSiteView'),
    edit: page(() => import('./sites/RegisteredSitePage.tsx'), 'RegisteredSitePage'),
  },
  siteSettings: { list: siteSettings, edit: siteSettings },
  suppressedAddresses: { list: page(() => import('./mails/AddressList.tsx'), 'AddressList') },
  // A setting's own page is its history; it is set among all others.
  systemSettings: { list: systemSettings, create: systemSettings, edit: systemSettings },
  tickets: { list: page(() => import('./tickets/TicketList.tsx'), 'TicketList') },
};
