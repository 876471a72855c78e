import { eachDespiteFailures } from '../../platform/each-despite-failures.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { Feature } from '../../feature.ts';
import type { Services } from '../../services.ts';
import { registerCertificates } from './certificates/routes.ts';
import { registerCodes } from './tickets/code-routes.ts';
import { registerByClass } from './by-class/routes.ts';
import { TICKET_DEADLINE } from './tickets/desk.ts';
import { atDesk } from './tickets/desk-queue.ts';
import { registerEventFeeds } from './feeds/routes.ts';
import { giveSeatsBack, GONE_PERSON } from './tickets/gone-people.ts';
import { registerDoor } from './door/list-routes.ts';
import { addTakingOver } from './door/walk-in.ts';
import { registerEvents } from './tickets/routes.ts';
import { registerReminders } from './reminders/routes.ts';
import { sendReminders } from './reminders/reminders.ts';
import { registerAttendance } from './report/routes.ts';
import { addEventRules, markActiveTickets } from './tickets/rules.ts';
import { registerTerms } from './admission/terms-routes.ts';
import { registerSessionLinks } from './sessions/session-link-routes.ts';
import { SessionLinkBook } from './sessions/session-links.ts';
import { registerSessions } from './sessions/routes.ts';
import { clearAnswers } from './questions/forget-answers.ts';
import { addQuestionRules } from './questions/question-rules.ts';
import { registerQuestions } from './questions/routes.ts';
import { settle } from './tickets/settle.ts';

export const events: Feature = {
  name: 'events',
  checks: (services) => {
    addEventRules(services);
    addQuestionRules(services);
    addTakingOver(services);
  },
  housekeeping: clearAnswers,
  catchUp: markActiveTickets,
  schedules: [
    { name: 'events.begun', cron: '*/10 * * * *', run: settleWaiting },
    { name: 'events.reminders', cron: '*/5 * * * *', run: sendReminders },
  ],
  jobs: [
    { name: GONE_PERSON, run: (services, { userId }) => giveSeatsBack(services, Number(userId)) },
    { name: TICKET_DEADLINE, run: (services, { instanceId }) => settleInstance(services, Number(instanceId)) },
  ],
  routes: async (app, services) => {
    const links = await SessionLinkBook.open(services);
    registerEvents(app, services, links);
    registerSessions(app, services, links);
    registerSessionLinks(app, links);
    registerTerms(app, services, links);
    registerQuestions(app, services, links);
    registerAttendance(app, services);
    await registerDoor(app, services);
    await registerCodes(app, services);
    await registerByClass(app, services);
    registerEventFeeds(app, services);
    await registerCertificates(app, services);
    registerReminders(app, services);
  },
};

/** A seat that was not paid or accepted in time becomes free. Nothing to do for an instance that is gone. */
async function settleInstance(services: Services, instanceId: number): Promise<void> {
  await atDesk(services, instanceId, settle).catch((error: unknown) => {
    if (!(error instanceof ProblemError) || error.problem.status !== 404) throw error;
  });
}

/**
 * Whoever still waits when a session begins, waits no more. And a seat that was free while somebody who waits could not come is offered to
 * them once they can: it is nobody's change of the session when they do.
 */
async function settleWaiting(services: Services): Promise<void> {
  const { db, clock } = services;
  const found = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .select('t.instanceId')
    .distinct()
    .where('t.status', '=', 'waitlisted')
    .where(({ eb, fn, or, ref, val }) =>
      or([eb('i.startsAt', '<=', clock.instant()), eb(fn.coalesce('i.confirmed', val(0)), '<', ref('i.capacity'))]),
    )
    .execute();
  await eachDespiteFailures(found, ({ instanceId }) => settleInstance(services, instanceId));
}
