import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { SpecialPages } from '../../engine/specialPages.ts';

const ClassPage = lazyComponent(() => import('./ClassPage.tsx').then((module) => module.ClassPage), PageNotLoaded);

export const classPages: SpecialPages = { classes: { show: ClassPage } };
