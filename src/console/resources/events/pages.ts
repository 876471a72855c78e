import { lazy } from 'react';
import type { SpecialPages } from '../../engine/specialPages.ts';

const KindPage = lazy(() => import('./EventPages.tsx').then((module) => ({ default: module.KindPage })));
const ReportPage = lazy(() => import('./EventPages.tsx').then((module) => ({ default: module.ReportPage })));

export const eventPages: SpecialPages = { eventKinds: { show: KindPage }, eventLog: { show: ReportPage } };
