import { formatCount } from '../../../../domain/values/formats.ts';
import type { NotedPlace, PlanNote } from '../../../../domain/calls/action-parts.ts';
import { deletionNotes } from '../../../resources/deletion-notes.ts';
import type { CommandRows } from '../../../resources/command-registry.ts';
import type { RowServices } from '../../../services.ts';
import { findHoursConflicts } from './hours-conflicts.ts';
import { sessionLine } from './closure-notices.ts';

/** Deletes special hours. The question names the sessions whose attendees and staff are then notified. */
export function addSpecialHoursCommand(services: RowServices): void {
  const { engine } = services;
  engine.command('sessions.deleteSpecialHours', {
    resource: 'hoursExceptions',
    unchanged: 'version',
    notes: async (call) => [
      ...(await affectedSessions(services, call)),
      ...(await deletionNotes(engine.resolver, call as CommandRows)),
    ],
    run: async ({ tx, actor, rows }) => {
      for (const { id } of rows) await engine.remove(actor, 'hoursExceptions', id, { tx });
    },
  });
}

async function affectedSessions(
  services: RowServices,
  { actor, rows }: CommandRows<'hoursExceptions'>,
): Promise<PlanNote[]> {
  if (!services.engine.resolver.canRead(actor, services.engine.resolver.resource('instances'))) return [];
  const places: NotedPlace[] = [];
  let count = 0;
  for (const { id, locationId, startsOn, endsOn, closed, opensAt, closesAt } of rows) {
    const special = { id, locationId, startsOn, endsOn, closed, opensAt, closesAt, isDeleted: true };
    const { sessions, total } = await findHoursConflicts(services, actor, { special });
    count += total;
    places.push(...sessions.map((session) => ({ label: sessionLine(session), detail: session.place, to: null })));
  }
  if (count === 0) return [];
  const text = `${formatCount(count, 'session takes place', 'sessions take place')} at that time. Attendees, instructors and schedulers will be notified in half a minute.`;
  return [{ text, places, tone: 'warning' }];
}
