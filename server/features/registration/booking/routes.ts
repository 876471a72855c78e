import type { FastifyInstance } from 'fastify';
import type { SignUpBody } from '../../../../domain/ticket-calls.ts';
import { ID_NUMBER, idsInPath } from '../../../platform/http/request-schemas.ts';
import type { Services } from '../../../services.ts';
import { limitOwnChange } from './change-limit.ts';
import { acceptOffer, cancelTicket, seeMove } from './own-ticket.ts';
import { toOwnTicket } from '../seats/shown-ticket.ts';
import type { SessionLinkBook } from '../../sessions/links/session-links.ts';
import { callerOf, linkQuery, type ByLink } from '../details/caller.ts';
import { ANSWERS_MAX_BYTES, answersBody } from '../questions/call-schemas.ts';
import { moveSeat } from './move-seat.ts';
import { signUp } from './sign-up.ts';
import { bookSeries } from './series-booking.ts';

interface ById {
  Params: { id: string };
}
const params = idsInPath('id');

const signUpBody = {
  ...answersBody,
  type: ['object', 'null'],
  properties: {
    ...answersBody.properties,
    moveFrom: { ...ID_NUMBER, description: 'The ticket in another session of the event that is given up for this one' },
    inAddition: { type: 'boolean', description: 'Beside tickets in other upcoming sessions of the event' },
  },
};

const whole = { type: 'string', const: 'true', description: 'All sessions of its series, which is booked as a whole' };

/** The API of domain/ticket-calls.ts. */
export function registerTickets(app: FastifyInstance, services: Services, links: SessionLinkBook): void {
  app.post<ByLink & { Querystring: { whole?: string }; Body: SignUpBody | null | undefined }>(
    '/api/events/instances/:id/tickets',
    {
      bodyLimit: ANSWERS_MAX_BYTES,
      schema: {
        summary: 'Sign-up: a seat, or a place on the waiting list',
        params,
        querystring: { ...linkQuery, properties: { ...linkQuery.properties, whole } },
        body: signUpBody,
      },
    },
    async (request, reply) => {
      const { isInvited = false, actor } = await callerOf(links, request, reply);
      const join =
        request.query.whole !== undefined ? bookSeries : request.body?.moveFrom === undefined ? signUp : moveSeat;
      const ticket = await limitOwnChange(services, actor, () =>
        join(services, actor, Number(request.params.id), { ...request.body, isInvited }),
      );
      return toOwnTicket(services.db, ticket);
    },
  );
  app.post<ById>(
    '/api/events/tickets/:id/cancel',
    { schema: { summary: 'Sign-up: give the seat or the place on the waiting list back', params } },
    async ({ actor, params: { id } }) =>
      toOwnTicket(services.db, await limitOwnChange(services, actor, () => cancelTicket(services, actor, Number(id)))),
  );
  app.post<ById>(
    '/api/events/tickets/:id/accept',
    { schema: { summary: 'Sign-up: take the seat that is offered', params } },
    async ({ actor, params: { id } }) =>
      toOwnTicket(services.db, await limitOwnChange(services, actor, () => acceptOffer(services, actor, Number(id)))),
  );
  app.post<ById>(
    '/api/events/tickets/:id/seen',
    { schema: { summary: 'Sign-up: its holder has seen that the session was moved', params } },
    async ({ actor, params: { id } }) => toOwnTicket(services.db, await seeMove(services, actor, Number(id))),
  );
}
