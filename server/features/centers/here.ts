import type { Answer } from '../../../domain/calls/call.ts';
import type { centerCalls, CenterHere } from '../../../domain/calls/centers.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { MAX_ROWS } from '../../../domain/declarations/list-query.ts';
import type { RowServices } from '../../services.ts';

type Here = Answer<(typeof centerCalls)['GET /api/centerVisits/here']>;

/** The people with an open visit that the caller can see, by center and name. */
export async function peopleHere(services: RowServices, actor: Actor): Promise<Here> {
  const { db, engine, clock, model } = services;
  const open = [];
  for (let first = 0; ; first += MAX_ROWS) {
    const range: [number, number] = [first, first + MAX_ROWS - 1];
    const { rows } = await engine.list(actor, 'visits', {
      filter: { departedAt_null: true },
      sort: ['id', 'ASC'],
      range,
    });
    open.push(...rows);
    if (rows.length < MAX_ROWS) break;
  }
  const names = await namesOf(
    services,
    open.flatMap(({ userId }) => userId ?? []),
  );
  const centers = await db
    .selectFrom('centers as c')
    .leftJoin('locations as l', 'l.id', 'c.locationId')
    .select(['c.id', 'c.name', 'c.active', 'l.timezone'])
    .orderBy('c.name')
    .execute();
  const byCenter = Map.groupBy(open, ({ centerId }) => centerId);
  return {
    asOf: clock.instant(),
    centers: centers
      .filter(({ id, active }) => active || byCenter.has(id))
      .map(({ id, name, timezone }): CenterHere => ({
        ...{ id, name, timezone: timezone ?? model.site.timezone },
        people: (byCenter.get(id) ?? [])
          .map((visit) => ({
            visitId: visit.id,
            name: (visit.userId == null ? visit.visitorName : names.get(visit.userId)) ?? '',
            isVisitor: visit.userId == null,
            hostName: visit.hostName ?? null,
            arrivedAt: visit.arrivedAt ?? '',
          }))
          .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
      })),
  };
}

async function namesOf({ db }: Pick<RowServices, 'db'>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'displayName'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, displayName }) => [id, displayName]));
}
