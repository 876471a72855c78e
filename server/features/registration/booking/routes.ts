import type { FastifyInstance } from 'fastify';
import type { CommandServices, Needs } from '../../../services.ts';
import { limitOwnChange } from './change-limit.ts';
import { acceptOffer, cancelTicket, seeMove } from './own-ticket.ts';
import { toOwnTicket } from '../seats/shown-ticket.ts';
import type { SessionLinkBook } from '../../sessions/links/session-links.ts';
import { callerOf } from '../details/caller.ts';
import { moveSeat } from './move-seat.ts';
import { signUp } from './sign-up.ts';
import { bookSeries } from './series-booking.ts';
import { signUpCalls } from '../../../../domain/calls/sign-up.ts';
import { addCalls } from '../../../platform/http/add-calls.ts';

export function registerTickets(
  app: FastifyInstance,
  services: CommandServices & Needs<'limits'>,
  links: SessionLinkBook,
): void {
  addCalls(app, signUpCalls, {
    'POST /api/events/instances/:id/tickets': async (context) => {
      const { isInvited = false, actor } = await callerOf(links, context);
      const { params, query, body } = context;
      const join = query.whole !== undefined ? bookSeries : body?.moveFrom === undefined ? signUp : moveSeat;
      const ticket = await limitOwnChange(services, actor, () =>
        join(services, actor, params.id, { ...body, isInvited }),
      );
      return toOwnTicket(services, ticket);
    },
    'POST /api/events/tickets/:id/cancel': async ({ actor, params: { id }, body }) =>
      toOwnTicket(
        services,
        await limitOwnChange(services, actor, () => cancelTicket(services, actor, id, body?.refundCents)),
      ),
    'POST /api/events/tickets/:id/accept': async ({ actor, params: { id } }) =>
      toOwnTicket(services, await limitOwnChange(services, actor, () => acceptOffer(services, actor, id))),
    'POST /api/events/tickets/:id/seen': async ({ actor, params: { id } }) =>
      toOwnTicket(services, await seeMove(services, actor, id)),
  });
}
