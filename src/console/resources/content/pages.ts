import { createElement } from 'react';
import type { SpecialPages } from '../../engine/specialPages.ts';
import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { PagesUses } from './lazyPagesUses.ts';

const CardAddress = lazyComponent(
  () => import('./CardAddress.tsx').then((module) => module.CardAddress),
  PageNotLoaded,
);
const NewCardAddress = lazyComponent(
  () => import('./CardAddress.tsx').then((module) => module.NewCardAddress),
  PageNotLoaded,
);

export const contentPages: SpecialPages = {
  pages: { deletionNotice: (ids) => createElement(PagesUses, { ids }) },
  cards: { edit: CardAddress, create: NewCardAddress },
};
