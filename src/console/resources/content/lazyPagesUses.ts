import { lazyComponent } from '../../../ui/lazyComponent.tsx';

/** A part of a dialog, which goes into a file of its own (scripts/file-groups.ts). */
export const PagesUses = lazyComponent(() => import('./PagesUses.tsx').then((module) => module.PagesUses));
