import { createElement } from 'react';
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
const MoveSession = lazyComponent(() => import('../sessions/MoveSession.tsx').then((module) => module.MoveSession));

export const instancePages: SpecialPages = {
  instances: {
    show: InstancePage,
    create: SchedulePage,
    edit: EditSessionPage,
    moveQuestion: (props) => createElement(MoveSession, props),
  },
};
