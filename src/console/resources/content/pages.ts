import { createElement, lazy } from 'react';
import type { SpecialPages } from '../../engine/specialPages.ts';

const CardAddress = lazy(() => import('./CardAddress.tsx').then((module) => ({ default: module.CardAddress })));
const NewCardAddress = lazy(() => import('./CardAddress.tsx').then((module) => ({ default: module.NewCardAddress })));

const PagesUses = lazy(() => import('./PageUses.tsx').then((module) => ({ default: module.PagesUses })));

export const contentPages: SpecialPages = {
  pages: { deletionNotice: (ids) => createElement(PagesUses, { ids }) },
  cards: { edit: CardAddress, create: NewCardAddress },
};
