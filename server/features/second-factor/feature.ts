import type { Feature } from '../../feature.ts';
import { addResetCommand } from './reset.ts';
import { registerSecondFactor } from './routes.ts';

export const secondFactor: Feature = {
  name: 'second-factor',
  commands: addResetCommand,
  routes: registerSecondFactor,
};
