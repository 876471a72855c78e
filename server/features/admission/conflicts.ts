import { sql } from 'kysely';
import { doSpansOverlap, dateSpans } from '../../../domain/sessions/session-dates.ts';
import type { Db } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import type { OpenInstance } from '../sessions/instance.ts';

export interface SessionConflict {
  instanceId: number;
  title: string;
  startsAt: string;
  endsAt: string;
}

type Times = Pick<OpenInstance, 'id' | 'startsAt' | 'endsAt' | 'spans'>;

export async function conflictsOfPerson(
  services: Needs<'model'>,
  db: Db,
  instance: Times,
  userId: number,
): Promise<SessionConflict[]> {
  return (await conflictsByPerson(services, db, instance, [userId])).get(userId) ?? [];
}

export async function conflictsByPerson(
  { model }: Needs<'model'>,
  db: Db,
  instance: Times,
  userIds: readonly number[],
): Promise<Map<number, SessionConflict[]>> {
  const near = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .select(['t.userId', 'i.id as instanceId', 'e.title', 'i.startsAt', 'i.endsAt', 'i.dates'])
    .where('t.userId', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('t.status', 'in', [...model.tickets.seated])
    .where('i.id', '!=', instance.id)
    .where('i.status', '=', 'published')
    .where('i.startsAt', '<', new Date(instance.endsAt).toISOString())
    .where('i.endsAt', '>', new Date(instance.startsAt).toISOString())
    .orderBy('i.startsAt')
    .execute();
  const overlapping = near.filter((row) => doSpansOverlap(dateSpans(row), instance.spans));
  return Map.groupBy(overlapping, ({ userId }) => userId);
}
