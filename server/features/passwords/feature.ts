import type { Feature } from '../../feature.ts';
import { registerPasswords } from './routes.ts';

export const passwords: Feature = { name: 'passwords', routes: registerPasswords };
