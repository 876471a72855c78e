import type { Feature } from '../../feature.ts';
import { registerCertificates } from './certificates/routes.ts';
import { registerByClass } from './class-grid/routes.ts';

export const attendance: Feature = {
  name: 'attendance',
  routes: async (app, services) => {
    await registerByClass(app, services);
    await registerCertificates(app, services);
  },
};
