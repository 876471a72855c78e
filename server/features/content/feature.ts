import type { Feature } from '../../feature.ts';
import { addContentChecks } from './checks.ts';
import { clearOldDrafts } from './draft-history.ts';
import { clearDraftLinks } from './draft-links.ts';
import { addPageCommands } from './page-commands.ts';
import { PUBLISH_JOB } from './publish.ts';
import { registerContent } from './routes.ts';
import { enqueueOverdue, publishScheduled } from './scheduled.ts';

export const content: Feature = {
  name: 'content',
  checks: addContentChecks,
  commands: addPageCommands,
  routes: registerContent,
  jobs: [
    {
      name: PUBLISH_JOB,
      every: 5,
      run: (services, { pageId, version }) => publishScheduled(services, Number(pageId), Number(version)),
    },
  ],
  housekeeping: async ({ db }) => {
    await clearDraftLinks(db);
    await clearOldDrafts(db);
  },
  catchUp: enqueueOverdue,
};
