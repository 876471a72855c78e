import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { SpecialPages } from '../../engine/specialPages.ts';

const InstancePage = lazyComponent(
  () => import('./InstancePage.tsx').then((module) => module.InstancePage),
  PageNotLoaded,
);

const SchedulePage = lazyComponent(
  () => import('../sessions/SchedulePage.tsx').then((module) => module.SchedulePage),
  PageNotLoaded,
);
const EditSessionPage = lazyComponent(
  () => import('../sessions/EditSessionPage.tsx').then((module) => module.EditSessionPage),
  PageNotLoaded,
);

export const instancePages: SpecialPages = {
  instances: { show: InstancePage, create: SchedulePage, edit: EditSessionPage },
};
