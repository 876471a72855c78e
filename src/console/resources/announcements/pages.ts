import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { SpecialPages } from '../../engine/specialPages.ts';

const AnnouncementList = lazyComponent(
  () => import('./AnnouncementList.tsx').then((module) => module.AnnouncementList),
  PageNotLoaded,
);
const ComposePage = lazyComponent(
  () => import('./ComposePage.tsx').then((module) => module.ComposePage),
  PageNotLoaded,
);
const AnnouncementPage = lazyComponent(
  () => import('./AnnouncementPage.tsx').then((module) => module.AnnouncementPage),
  PageNotLoaded,
);

export const announcementPages: SpecialPages = {
  announcements: { list: AnnouncementList, create: ComposePage, edit: AnnouncementPage, show: AnnouncementPage },
};
