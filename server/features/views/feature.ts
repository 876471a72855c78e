import type { Feature } from '../../feature.ts';
import { keepViewsOfRenamed } from './renamed.ts';
import { registerViews } from './routes.ts';

export const views: Feature = { name: 'views', checks: keepViewsOfRenamed, routes: registerViews };
