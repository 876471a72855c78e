import { OCCURRENCE_SCOPES } from '../hours/calendar.ts';
import { Type } from './type.ts';

export const Conflict = Type.Object({
  kind: Type.Enum(['session', 'block', 'closed', 'person']),
  /** Id of the session or block; null for closed hours. */
  with: Type.Nullable(Type.String()),
  /** "Overlaps Laser cutter training" */
  text: Type.String(),
});

/** As a caller sends it. */
export const Instant = Type.String({ format: 'date-time', maxLength: 40 });

export const Times = { startsAt: Instant, endsAt: Instant, locationId: Type.Id };

export const Scope = Type.Enum(OCCURRENCE_SCOPES, {
  description: 'Only this occurrence, this and the following ones, or all',
});
