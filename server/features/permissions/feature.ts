import { ruleFaults } from '../../declarations/permission.ts';
import type { Feature } from '../../feature.ts';
import { bumpRevision } from '../../platform/revisions.ts';
import { storedRule } from '../../resources/permission-store.ts';
import { preventEscalation } from './privilege-escalation.ts';

export const permissions: Feature = {
  name: 'permissions',
  checks: (services) => {
    const { engine, model } = services;
    engine.rules.check('permissions', async ({ tx, after }) => {
      await bumpRevision(tx, 'permissions');
      return after && ruleFaults(storedRule(after), model.resources);
    });
    preventEscalation(services);
  },
};
