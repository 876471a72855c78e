import { createElement } from 'react';
import type { SpecialPages } from '../../engine/specialPages.ts';
import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

const CardAddress = lazyComponent(
  () => import('./CardAddress.tsx').then((module) => module.CardAddress),
  PageNotLoaded,
);
const NewCardAddress = lazyComponent(
  () => import('./CardAddress.tsx').then((module) => module.NewCardAddress),
  PageNotLoaded,
);

const PagesUses = lazyComponent(() => import('./PageUses.tsx').then((module) => module.PagesUses));

export const contentPages: SpecialPages = {
  pages: { deletionNotice: (ids) => createElement(PagesUses, { ids }) },
  cards: { edit: CardAddress, create: NewCardAddress },
};
