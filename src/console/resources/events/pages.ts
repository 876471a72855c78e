import type { SpecialPages } from '../../engine/specialPages.ts';
import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

const KindPage = lazyComponent(() => import('./EventPages.tsx').then((module) => module.KindPage), PageNotLoaded);
const ReportPage = lazyComponent(() => import('./EventPages.tsx').then((module) => module.ReportPage), PageNotLoaded);

export const eventPages: SpecialPages = { eventKinds: { show: KindPage }, eventLog: { show: ReportPage } };
