import type { FastifyInstance } from 'fastify';
import { homeCalls, type PersonalHome } from '../../../domain/calls/home.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { RowServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { ownTrainings } from '../admission/credentials.ts';
import { ownTickets } from '../registration/own/own-tickets.ts';
import { ownDrafts } from '../requests/own-drafts.ts';
import { summaries } from '../requests/summaries.ts';

/** Of each kind. */
const MOST = 5;

async function personalHome(services: RowServices, actor: Actor): Promise<PersonalHome> {
  const { engine, db } = services;
  const filter = { submittedById: requireAccountId(actor), waitingFor: 'Customer' };
  const [{ tickets }, waiting, drafts] = await Promise.all([
    ownTickets(services, actor, 'upcoming', 1),
    engine.list(actor, 'submissions', { filter, sort: ['statusSince', 'ASC'], range: [0, MOST - 1] }),
    ownDrafts(services, actor, MOST),
  ]);
  const known = tickets.map(({ ticket, session }) => ({ ticket, session }));
  const seats = known.filter(({ session: { state } }) => state !== 'cancelled' && state !== 'over');
  return {
    deadlines: seats
      .filter(({ ticket: { status } }) => status === 'offered' || status === 'held')
      .toSorted((one, other) => ((one.ticket.until ?? '') < (other.ticket.until ?? '') ? -1 : 1)),
    next: seats.find(({ ticket: { status } }) => status === 'confirmed') ?? null,
    requests: await summaries(db, waiting.rows),
    drafts,
  };
}

async function registerHome(app: FastifyInstance, services: RowServices): Promise<void> {
  addCalls(app, homeCalls, {
    'GET /api/home': ({ actor }) => personalHome(services, actor),
    'GET /api/trainings': ({ actor }) => ownTrainings(services, requireAccountId(actor)),
  });
}

export const home: Feature = { name: 'home', routes: registerHome };
