import { arranged, dateFaults, isSameArrangement } from '../../../domain/sessions/session-dates.ts';
import type { Feature } from '../../feature.ts';
import { roundStoredMinutes } from '../../resources/whole-minutes.ts';
import { addBlockChecks } from './blocks/block-checks.ts';
import { addBlockNotices, NOTIFY_OF_BLOCK, notifyOfBlock, type BlockNoticeData } from './scheduling/block-notices.ts';
import { registerBlocks } from './blocks/routes.ts';
import { occurrencesOf } from './blocks/series.ts';
import { registerSessionLinks } from './links/session-link-routes.ts';
import { SessionLinkBook } from './links/session-links.ts';
import { addChangeCommand } from './scheduling/change-command.ts';
import { addMovedFromRule, fillMovedFrom } from './scheduling/moved-from.ts';
import { addRepeatCommand } from './scheduling/repeat-command.ts';
import { registerScheduling } from './scheduling/routes.ts';
import { registerSessionPlanning } from './scheduling/session-routes.ts';
import { addSessionCommands } from './scheduling/session-commands.ts';
import { addSessionRules } from './scheduling/session-rules.ts';

export const sessions: Feature = {
  name: 'sessions',
  checks: (services) => {
    const { engine } = services;
    addBlockChecks(services);
    addBlockNotices(services);
    engine.calendars.expandBy(occurrencesOf);
    addSessionRules(services);
    engine.amend('instances', arranged);
    engine.check('instances', async ({ before, after }) =>
      after === null || (before !== null && isSameArrangement(before, after)) ? null : dateFaults(after),
    );
    // After `arranged`, which derives the start from the dates.
    addMovedFromRule(services);
  },
  commands: (services) => {
    addSessionCommands(services);
    addChangeCommand(services);
    addRepeatCommand(services);
  },
  jobs: [
    { name: NOTIFY_OF_BLOCK, run: (services, data) => notifyOfBlock(services, data as unknown as BlockNoticeData) },
  ],
  catchUp: async (services) => {
    for (const name of ['blocks', 'instances', 'eventSeries'] as const) await roundStoredMinutes(services, name);
    await fillMovedFrom(services);
  },
  routes: async (app, services) => {
    await registerBlocks(app, services);
    await registerScheduling(app, services);
    await registerSessionPlanning(app, services);
    registerSessionLinks(app, await SessionLinkBook.open(services));
  },
};
