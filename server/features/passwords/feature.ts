import type { Feature } from '../../feature.ts';
import { addPasswordCommand } from './change.ts';
import { registerPasswords } from './routes.ts';

export const passwords: Feature = { name: 'passwords', commands: addPasswordCommand, routes: registerPasswords };
