import type { SpecialPages } from '../../engine/specialPages.ts';
import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

const ImagesPage = lazyComponent(() => import('./ImagesPage.tsx').then((module) => module.ImagesPage), PageNotLoaded);
const ImagePage = lazyComponent(() => import('./ImagePage.tsx').then((module) => module.ImagePage), PageNotLoaded);
const ImageEditPage = lazyComponent(
  () => import('./ImageEditPage.tsx').then((module) => module.ImageEditPage),
  PageNotLoaded,
);

export const imagePages: SpecialPages = { images: { list: ImagesPage, show: ImagePage, edit: ImageEditPage } };
