import type { Screens } from './app/routing/screens.ts';

/** The loader of each screen, which the build writes from `SCREENS` (scripts/screens.ts). */
export const screens: Screens = {};
