import type { Actor } from '../../../../domain/declarations/actor.ts';
import { addDays, type SpecialHours } from '../../../../domain/hours/hours.ts';
import { dateSpans, type DateSpan } from '../../../../domain/sessions/session-dates.ts';
import { prepared } from '../../../platform/database.ts';
import type { SeenRow } from '../../../resources/typed-rows.ts';
import type { Needs, RowServices } from '../../../services.ts';

export function visibleDates({ startsAt, endsAt, dates = null, locationId = null }: SeenRow<'instances'>): DateSpan[] {
  return startsAt == null || endsAt == null ? [] : dateSpans({ startsAt, endsAt, dates, locationId });
}

/** A filter of instances: those with a date at one of the places, and some that have all elsewhere. */
export function perhapsAt({ engine: { resolver } }: RowServices, actor: Actor, locationIds: readonly number[]): object {
  const canReadDates = resolver.view(actor, resolver.resource('instances')).fieldOf('dates') !== undefined;
  const isAt = { locationId_in: locationIds };
  return canReadDates ? { _or: [isAt, { dates_null: false }] } : isAt;
}

/** Special hours of all places that overlap the dates. */
export async function specialHoursOfAll({ db }: Needs<'db'>, from: string, to: string): Promise<SpecialHours[]> {
  return prepared(
    db,
    db
      .selectFrom('hoursExceptions')
      .select(['id', 'locationId', 'reason', 'startsOn', 'endsOn', 'closed', 'opensAt', 'closesAt'])
      .where('startsOn', '<', addDays(to, 1))
      .where('endsOn', '>=', from),
  );
}
