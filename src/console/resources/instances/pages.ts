import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { SpecialPages } from '../../engine/specialPages.ts';

const InstancePage = lazyComponent(
  () => import('./InstancePage.tsx').then((module) => module.InstancePage),
  PageNotLoaded,
);

export const instancePages: SpecialPages = { instances: { show: InstancePage } };
