import type { Feature } from '../../feature.ts';
import { registerCertificates } from '../attendance/certificates/routes.ts';
import { registerCodes } from '../checkin/code-routes.ts';
import { registerByClass } from '../attendance/class-grid/routes.ts';
import { TICKET_DEADLINE } from './seats/locked-session.ts';
import { registerEventFeeds } from '../feeds/session-feed-routes.ts';
import { releaseSeats, CLOSED_ACCOUNT } from './seats/closed-accounts.ts';
import { registerDoor } from '../checkin/routes.ts';
import { addTakeOverRules, TAKE_OVER, takeOver } from '../checkin/take-over.ts';
import { registerTickets } from './booking/routes.ts';
import { registerReminders } from './reminders/routes.ts';
import { sendReminders } from './reminders/reminders.ts';
import { registerAttendance } from '../attendance/report/routes.ts';
import { markActiveTickets } from './seats/active-ticket.ts';
import { addEventRules } from './seats/rules.ts';
import { registerTerms } from './details/terms-routes.ts';
import { addMovedFromRule, fillMovedFrom } from '../sessions/scheduling/moved-from.ts';
import { registerSessionLinks } from '../sessions/links/session-link-routes.ts';
import { SessionLinkBook } from '../sessions/links/session-links.ts';
import { registerSessions } from './own/routes.ts';
import { clearAnswers } from './questions/forget-answers.ts';
import { addQuestionRules } from './questions/question-rules.ts';
import { registerQuestions } from './questions/routes.ts';
import { REVIEW_CONDITIONS } from './seats/dependent-seats.ts';
import { reviewConditions } from './booking/review-conditions.ts';
import { expireAndOfferIn, expireAndOfferEverywhere } from './booking/expire-and-offer-later.ts';

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
