import { createElement, type ComponentType } from 'react';
import { PageNotLoaded } from '../../app/errors/PageNotLoaded.tsx';
import { lazyComponent, type LazyComponent } from '../../ui/lazyComponent.tsx';
import type { SpecialPageProps, SpecialPages } from '../frame/specialPages.ts';

type PageModule<Name extends string> = Record<Name, ComponentType<SpecialPageProps> | ComponentType>;

function part<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  return lazyComponent(load, PageNotLoaded);
}

function page<Name extends string>(load: () => Promise<PageModule<Name>>, name: Name): LazyComponent<SpecialPageProps> {
  return lazyComponent(async () => (await load())[name] as ComponentType<SpecialPageProps>, PageNotLoaded);
}

const announcement = page(() => import('./announcements/AnnouncementPage.tsx'), 'AnnouncementPage');
const systemSettings = page(() => import('./settings/SystemSettingsPage.tsx'), 'SystemSettingsPage');
const siteSettings = page(() => import('./site/SiteSettingsPage.tsx'), 'SiteSettingsPage');
const MoveSession = lazyComponent(() => import('./sessions/MoveSession.tsx').then((module) => module.MoveSession));

/** The pages that are more than their declaration, by resource. All others are generated. */
export const SPECIAL_PAGES: SpecialPages = {
  announcements: {
    create: page(() => import('./announcements/ComposePage.tsx'), 'ComposePage'),
    edit: announcement,
    show: announcement,
  },
  balances: { list: page(() => import('./balances/BalancesPage.tsx'), 'BalancesPage') },
  cards: {
    create: page(() => import('./content/CardAddress.tsx'), 'NewCardAddress'),
    edit: page(() => import('./content/CardAddress.tsx'), 'CardAddress'),
  },
  centers: { actions: part(() => import('./centers/CenterActions.tsx').then((module) => module.CenterActions)) },
  classes: { actions: part(() => import('./classes/ClassActions.tsx').then((module) => module.ClassActions)) },
  discounts: { form: part(() => import('./discounts/DiscountForm.tsx').then((module) => module.DiscountForm)) },
  images: {
    list: page(() => import('./images/ImagesPage.tsx'), 'ImagesPage'),
    main: part(() => import('./images/ImageMain.tsx').then((module) => module.ImageMain)),
    mainShows: ['file', 'alt'],
    form: part(() => import('./images/ImageForm.tsx').then((module) => module.ImageForm)),
    formShows: ['file'],
  },
  instances: {
    actions: part(() => import('./instances/InstanceActions.tsx').then((module) => module.InstanceActions)),
    create: page(() => import('./sessions/SchedulePage.tsx'), 'SchedulePage'),
    edit: page(() => import('./sessions/EditSessionPage.tsx'), 'EditSessionPage'),
    moveQuestion: (props) => createElement(MoveSession, props),
  },
  mails: {
    list: page(() => import('./mails/MailList.tsx'), 'MailList'),
    main: part(() => import('./mails/MailMain.tsx').then((module) => module.MailMain)),
    mainShows: ['state', 'category', 'tries', 'lastAnswer', 'lastCode'],
  },
  permissions: {
    list: page(() => import('./permissions/PermissionsPage.tsx'), 'PermissionsPage'),
    form: part(() => import('./permissions/RuleForm.tsx').then((module) => module.RuleForm)),
  },
  registeredSites: {
    main: part(() => import('./sites/SiteMain.tsx').then((module) => module.SiteMain)),
    frame: part(() => import('./sites/SiteMain.tsx').then((module) => module.SiteFrame)),
  },
  siteSettings: { list: siteSettings, edit: siteSettings },
  // A setting's own page is its history; it is set among all others.
  systemSettings: { list: systemSettings, create: systemSettings, edit: systemSettings },
  tickets: { list: page(() => import('./tickets/TicketList.tsx'), 'TicketList') },
  users: { main: part(() => import('./users/UserMain.tsx').then((module) => module.UserMain)) },
};
