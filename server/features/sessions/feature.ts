import { arranged, dateFaults, isSameArrangement } from '../../../domain/sessions/session-dates.ts';
import type { Feature } from '../../feature.ts';
import { roundStoredMinutes } from '../../resources/whole-minutes.ts';
import { addBlockChecks } from './blocks/block-checks.ts';
import { addBlockDates, extendBlockDates } from './blocks/block-dates.ts';
import {
  addClosureNotices,
  NOTIFY_OF_CLOSURE,
  notifyOfClosure,
  type ClosureData,
} from './scheduling/closure-notices.ts';
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
import { addSpecialHoursCommand } from './scheduling/special-hours-command.ts';
import { sessionNotices } from './scheduling/session-notices.ts';

export const sessions: Feature = {
  name: 'sessions',
  checks: (services) => {
    const { engine } = services;
    addBlockChecks(services);
    addBlockDates(services);
    addClosureNotices(services);
    engine.calendars.expandBy(occurrencesOf);
    addSessionRules(services);
    engine.changeNotices.set('instances', sessionNotices(services));
    engine.rules.amend('instances', arranged);
    engine.rules.check('instances', async ({ before, after }) =>
      after === null || (before !== null && isSameArrangement(before, after)) ? null : dateFaults(after),
    );
    // After `arranged`, which derives the start from the dates.
    addMovedFromRule(services);
  },
  commands: (services) => {
    addSessionCommands(services);
    addChangeCommand(services);
    addRepeatCommand(services);
    addSpecialHoursCommand(services);
  },
  jobs: [
    { name: NOTIFY_OF_CLOSURE, run: (services, data) => notifyOfClosure(services, data as unknown as ClosureData) },
  ],
  housekeeping: extendBlockDates,
  catchUp: async (services) => {
    for (const name of ['blocks', 'instances', 'eventSeries'] as const) await roundStoredMinutes(services, name);
    await fillMovedFrom(services);
    await extendBlockDates(services);
  },
  routes: async (app, services) => {
    await registerBlocks(app, services);
    await registerScheduling(app, services);
    await registerSessionPlanning(app, services);
    registerSessionLinks(app, await SessionLinkBook.open(services));
  },
};
