import type { Feature } from '../../feature.ts';
import { cleanUp } from './cleanup.ts';
import { aboutStorage } from './diagnostics.ts';
import { ownFiles } from './record-files.ts';
import { registerFiles } from './routes.ts';
import { fileSettings } from './settings.ts';
import { Storage } from './storage.ts';

export const files: Feature = {
  name: 'files',
  settings: fileSettings,
  checks: ownFiles,
  diagnostics: [aboutStorage],
  routes: registerFiles,
  housekeeping: (services) => cleanUp(services, new Storage(services.settings.uploadDir, services.clock)),
};
