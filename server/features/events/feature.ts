import type { Feature } from '../../feature.ts';
import { registerCertificates } from './certificates/routes.ts';
import { registerCodes } from './tickets/code-routes.ts';
import { registerByClass } from './by-class/routes.ts';
import { TICKET_DEADLINE } from './tickets/locked-session.ts';
import { registerEventFeeds } from './feeds/routes.ts';
import { releaseSeats, CLOSED_ACCOUNT } from './tickets/closed-accounts.ts';
import { registerDoor } from './door/routes.ts';
import { addTakeOverRules, TAKE_OVER, takeOver } from './door/take-over.ts';
import { registerTickets } from './tickets/routes.ts';
import { registerReminders } from './reminders/routes.ts';
import { sendReminders } from './reminders/reminders.ts';
import { registerAttendance } from './report/routes.ts';
import { markActiveTickets } from './tickets/active-ticket.ts';
import { addEventRules } from './tickets/rules.ts';
import { registerTerms } from './admission/terms-routes.ts';
import { addMovedFromRule, fillMovedFrom } from './sessions/moved-from.ts';
import { registerSessionLinks } from './sessions/session-link-routes.ts';
import { SessionLinkBook } from './sessions/session-links.ts';
import { registerSessions } from './sessions/routes.ts';
import { clearAnswers } from './questions/forget-answers.ts';
import { addQuestionRules } from './questions/question-rules.ts';
import { registerQuestions } from './questions/routes.ts';
import { REVIEW_CONDITIONS } from './tickets/dependent-seats.ts';
import { reviewConditions } from './tickets/review-conditions.ts';
import { expireAndOfferIn, expireAndOfferEverywhere } from './tickets/expire-and-offer-later.ts';

export const events: Feature = {
  name: 'events',
  checks: (services) => {
    addEventRules(services);
    addQuestionRules(services);
    addTakeOverRules(services);
    addMovedFromRule(services);
  },
  housekeeping: clearAnswers,
  catchUp: async (services) => {
    await markActiveTickets(services);
    await fillMovedFrom(services);
  },
  schedules: [
    { name: 'events.begun', cron: '*/10 * * * *', run: expireAndOfferEverywhere },
    { name: 'events.reminders', cron: '*/5 * * * *', run: sendReminders },
  ],
  jobs: [
    { name: CLOSED_ACCOUNT, run: (services, { userId }) => releaseSeats(services, Number(userId)) },
    { name: TAKE_OVER, run: (services, { userId }) => takeOver(services, Number(userId)) },
    { name: REVIEW_CONDITIONS, run: reviewConditions },
    { name: TICKET_DEADLINE, run: (services, { instanceId }) => expireAndOfferIn(services, Number(instanceId)) },
  ],
  routes: async (app, services) => {
    const links = await SessionLinkBook.open(services);
    registerTickets(app, services, links);
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
