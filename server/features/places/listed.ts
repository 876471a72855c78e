import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../../domain/actor.ts';
import { columnRefs } from '../../platform/database.ts';

/** Who looks: a visitor, a person with roles and groups, a kiosk. */
export type Viewer = Pick<Actor, 'roles' | 'groupIds' | 'isKiosk'>;

const E = columnRefs('events', 'e');

/**
 * What the viewer finds of "instances" i with "events" e: the one condition of all lists, calendars and feeds of sessions, of what search
 * engines are told, and of what other sites embed. The status and the time are the caller's to ask for.
 */
export function isListed(viewer: Viewer): RawBuilder<SqlBool> {
  return isListedEvent(viewer);
}

/** The part of it that concerns "events" e alone. */
export function isListedEvent({ isKiosk }: Viewer): RawBuilder<SqlBool> {
  const atKiosk = isKiosk ? sql` and ${E.kioskVisible} is not false` : sql``;
  return sql<SqlBool>`(${E.active} and ${E.deletedAt} is null${atKiosk})`;
}
