import type { FastifyInstance } from 'fastify';
import { boardCalls } from '../../../domain/calls/reports.ts';
import { holdsAny } from '../../../domain/declarations/actor.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { partFailure } from '../../platform/http/problems.ts';
import { forbidden, notFound } from '../../resources/refusals.ts';
import { Reports } from '../../resources/reports.ts';
import type { Needs } from '../../services.ts';
import { logFault } from '../event-log/routes.ts';
import { Tiles } from './tiles.ts';

async function registerBoards(
  app: FastifyInstance,
  services: Needs<'clock' | 'db' | 'engine' | 'limits' | 'model'>,
): Promise<void> {
  const { db, engine, model } = services;
  const tiles = new Tiles(services, new Reports(db, engine));
  addCalls(app, boardCalls, {
    'GET /api/boards/:name': async ({ actor, params, request }) => {
      const board = model.boards.find(({ name }) => name === params.name);
      if (!board) throw notFound(null);
      if (!holdsAny(actor.roles, board.roles)) throw forbidden(`You do not have access to the board "${board.title}".`);
      const { name, title, icon } = board;
      const answers = await tiles.answer(actor, board.tiles, (error) => {
        const { detail, isFault } = partFailure(error, request);
        if (isFault) void logFault(services, error, request);
        return detail;
      });
      return { name, title, icon, tiles: answers };
    },
  });
}

export const boards: Feature = { name: 'boards', routes: registerBoards };
