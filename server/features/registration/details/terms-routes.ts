import type { FastifyInstance } from 'fastify';
import type { RowServices } from '../../../services.ts';
import { callerOf } from './caller.ts';
import { readSession } from './session-details.ts';
import type { SessionLinkBook } from '../../sessions/links/session-links.ts';
import { agree } from '../../admission/terms.ts';
import { termCalls } from '../../../../domain/calls/sign-up.ts';
import { addCalls } from '../../../platform/http/add-calls.ts';

export function registerTerms(app: FastifyInstance, services: RowServices, links: SessionLinkBook): void {
  addCalls(app, termCalls, {
    'POST /api/events/instances/:id/agreement': async (context) => {
      const caller = await callerOf(links, context);
      const { instance } = await readSession(services, caller, context.params.id);
      await agree(services, caller.actor, instance.eventId, context.body.version);
    },
  });
}
