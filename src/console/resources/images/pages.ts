import { lazy } from 'react';
import type { SpecialPages } from '../../engine/specialPages.ts';

const ImagesPage = lazy(() => import('./ImagesPage.tsx').then((module) => ({ default: module.ImagesPage })));
const ImagePage = lazy(() => import('./ImagePage.tsx').then((module) => ({ default: module.ImagePage })));
const ImageEditPage = lazy(() => import('./ImageEditPage.tsx').then((module) => ({ default: module.ImageEditPage })));

export const imagePages: SpecialPages = { images: { list: ImagesPage, show: ImagePage, edit: ImageEditPage } };
