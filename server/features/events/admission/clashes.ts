import { doSpansOverlap, spansOf } from '../../../../domain/session-dates.ts';
import type { Db } from '../../../platform/database.ts';
import type { Services } from '../../../services.ts';
import type { OpenInstance } from '../tickets/instance.ts';

/** A session at the same time at which the person has a seat. Instants. */
export interface Clash {
  instanceId: number;
  title: string;
  startsAt: string;
  endsAt: string;
}

/** The sessions at the same time at which the person has a seat. */
export async function clashesOf(
  { model }: Services,
  db: Db,
  instance: Pick<OpenInstance, 'id' | 'startsAt' | 'endsAt' | 'spans'>,
  userId: number,
): Promise<Clash[]> {
  const near = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .select(['i.id as instanceId', 'e.title', 'i.startsAt', 'i.endsAt', 'i.dates'])
    .where('t.userId', '=', userId)
    .where('t.status', 'in', [...model.tickets.seated])
    .where('i.id', '!=', instance.id)
    .where('i.status', '=', 'published')
    .where('i.startsAt', '<', new Date(instance.endsAt).toISOString())
    .where('i.endsAt', '>', new Date(instance.startsAt).toISOString())
    .orderBy('i.startsAt')
    .execute();
  return near.filter((row) => doSpansOverlap(spansOf(row), instance.spans));
}
