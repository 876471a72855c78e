import { lazy } from 'react';
import type { SpecialPages } from '../../engine/specialPages.ts';

const CardAddress = lazy(() => import('./CardAddress.tsx').then((module) => ({ default: module.CardAddress })));
const NewCardAddress = lazy(() => import('./CardAddress.tsx').then((module) => ({ default: module.NewCardAddress })));

export const contentPages: SpecialPages = { cards: { edit: CardAddress, create: NewCardAddress } };
