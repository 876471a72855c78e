import type { Feature } from '../../feature.ts';
import { cleanUp } from './cleanup.ts';
import { registerFiles } from './routes.ts';
import { Storage } from './storage.ts';

export const files: Feature = {
  name: 'files',
  routes: registerFiles,
  housekeeping: (services) => cleanUp(services, new Storage(services.settings.uploadDir, services.clock)),
};
