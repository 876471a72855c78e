import { ruleFaults } from '../../../domain/permission.ts';
import type { Feature } from '../../feature.ts';
import { bumpRevision } from '../../platform/revisions.ts';
import { storedRule } from '../../resources/permission-store.ts';

/** The permission manager's table: a rule that cannot be read is refused, every process follows a change. */
export const permissions: Feature = {
  name: 'permissions',
  checks: ({ engine, model }) =>
    engine.check('permissions', async ({ tx, after }) => {
      await bumpRevision(tx, 'permissions');
      return after && ruleFaults(storedRule(after), model.resources);
    }),
};
