import type { Feature } from '../../feature.ts';
import { moveViewsOfRenamed } from './renamed.ts';
import { registerViews } from './routes.ts';

export const views: Feature = { name: 'views', checks: moveViewsOfRenamed, routes: registerViews };
