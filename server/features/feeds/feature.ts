import type { Feature } from '../../feature.ts';
import { registerFeeds } from './routes.ts';

export const feeds: Feature = { name: 'feeds', routes: registerFeeds };
