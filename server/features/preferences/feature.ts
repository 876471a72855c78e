import type { Feature } from '../../feature.ts';
import { registerPreferences } from './routes.ts';

export const preferences: Feature = { name: 'preferences', routes: registerPreferences };
