import type { Feature } from '../../feature.ts';
import { cleanUpImages } from './cleanup.ts';
import { REMOVE_JOB, watchDeletion } from './deletion.ts';
import { aboutImages } from './diagnostics.ts';
import { addImageServing, imageStore, registerImages } from './routes.ts';

export const images: Feature = {
  name: 'images',
  checks: (services) => {
    services.engine.resolver.stores.set('image', { resource: 'images', field: 'file' });
    watchDeletion(services);
  },
  routes: registerImages,
  anonymousRoutes: addImageServing,
  diagnostics: [aboutImages],
  jobs: [{ name: REMOVE_JOB, every: 30, run: (services, { file }) => imageStore(services).files.remove(String(file)) }],
  housekeeping: (services) => cleanUpImages(services, imageStore(services)),
};
