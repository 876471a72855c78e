import type { Feature } from '../../feature.ts';
import { registerScheduling } from './routes.ts';

export const scheduling: Feature = { name: 'scheduling', routes: registerScheduling };
