import type { Feature } from '../../feature.ts';
import { addPrerequisiteRules } from '../admission/prerequisite-rules.ts';
import { addWaiverRules } from '../admission/waivers.ts';
import { SessionLinkBook } from '../sessions/links/session-links.ts';
import { expireAndOfferEverywhere, expireAndOfferIn } from './booking/expire-and-offer-later.ts';
import { reviewConditions } from './booking/review-conditions.ts';
import { registerTickets } from './booking/routes.ts';
import { registerTerms } from './details/terms-routes.ts';
import { registerSessions } from './own/routes.ts';
import { clearAnswers } from './questions/forget-answers.ts';
import { addQuestionRules } from './questions/question-rules.ts';
import { registerQuestions } from './questions/routes.ts';
import { remindOfHolds } from './reminders/hold-ending.ts';
import { sendReminders } from './reminders/reminders.ts';
import { registerReminders } from './reminders/routes.ts';
import { markActiveTickets } from './seats/active-ticket.ts';
import { CLOSED_ACCOUNT, releaseSeats } from './seats/closed-accounts.ts';
import { REVIEW_CONDITIONS } from './seats/dependent-seats.ts';
import { TICKET_DEADLINE } from './seats/hold-expiry.ts';
import { registerTicketPayable } from './booking/payable.ts';
import { addTicketRules } from './seats/rules.ts';

export const registration: Feature = {
  name: 'registration',
  checks: (services) => {
    addWaiverRules(services);
    addPrerequisiteRules(services);
    addTicketRules(services);
    addQuestionRules(services);
  },
  commands: registerTicketPayable,
  housekeeping: clearAnswers,
  catchUp: markActiveTickets,
  schedules: [
    { name: 'events.begun', cron: '*/10 * * * *', run: expireAndOfferEverywhere },
    { name: 'events.reminders', cron: '*/5 * * * *', run: sendReminders },
    { name: 'events.holds', cron: '*/5 * * * *', run: remindOfHolds },
  ],
  jobs: [
    { name: CLOSED_ACCOUNT, run: (services, { userId }) => releaseSeats(services, Number(userId)) },
    { name: REVIEW_CONDITIONS, run: reviewConditions },
    { name: TICKET_DEADLINE, run: (services, { instanceId }) => expireAndOfferIn(services, Number(instanceId)) },
  ],
  routes: async (app, services) => {
    const links = await SessionLinkBook.open(services);
    registerTickets(app, services, links);
    registerSessions(app, services, links);
    registerTerms(app, services, links);
    registerQuestions(app, services, links);
    registerReminders(app, services);
  },
};
