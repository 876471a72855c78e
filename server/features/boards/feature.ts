import type { Feature } from '../../feature.ts';
import { registerBoards } from './routes.ts';

export const boards: Feature = { name: 'boards', routes: registerBoards };
