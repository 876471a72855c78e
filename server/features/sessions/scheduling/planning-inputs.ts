import type { InputsForRows, PlanNote } from '../../../../domain/calls/action-parts.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import type { PropertySchema } from '../../../../domain/declarations/schemas.ts';
import type { Conflict } from './conflicts.ts';
import { conflictAdvice, formatConflictCount, OVERRIDE_REASON } from '../../../../domain/sessions/conflict-override.ts';
import { MOST_SESSIONS } from '../../../../domain/sessions/scheduling.ts';
import { formatPeriod } from '../../../../domain/values/formats.ts';
import { localText } from '../../../platform/zone-years.ts';
import type { CommandRows } from '../../../resources/command-registry.ts';
import type { RowServices } from '../../../services.ts';
import { canOverrideConflicts } from './plan-sessions.ts';

export type Sessions = CommandRows<'instances'>;

export const LEAVE: PropertySchema = {
  type: 'array',
  title: 'Left out',
  items: { type: 'string', maxLength: 20 },
  maxItems: MOST_SESSIONS,
};
export const REASON: PropertySchema = { type: 'string', ...OVERRIDE_REASON };

type Conflicting = readonly { conflicts: readonly Conflict[] }[];

export function conflictNotes(services: RowServices, { actor }: Sessions, sessions: Conflicting): PlanNote[] {
  const count = conflictingOf(sessions);
  if (count === 0) return [];
  const canOverride = canOverrideConflicts(services, actor);
  const text = `${formatConflictCount(count)}. ${conflictAdvice(canOverride, sessions.length === 1)}`;
  return [{ text, places: [], tone: canOverride ? 'warning' : 'refusal' }];
}

export function reasonInput(services: RowServices, { actor }: Sessions, sessions: Conflicting): InputsForRows {
  return conflictingOf(sessions) > 0 && canOverrideConflicts(services, actor) ? { overrideReason: {} } : {};
}

function conflictingOf(sessions: Conflicting): number {
  return sessions.filter(({ conflicts }) => conflicts.length > 0).length;
}

export function reasonIn({ overrideReason }: Row): string | null {
  return typeof overrideReason === 'string' ? overrideReason : null;
}

export function formatFault(conflicts: readonly Conflict[]): string | null {
  return conflicts.length === 0 ? null : conflicts.map(({ text }) => text).join('; ');
}

/** "Mon, Dec 7, 2026, 2 PM – 3:30 PM", in the zone of the place. */
export function formatTimes({ startsAt, endsAt }: { startsAt: string; endsAt: string }, zone: string): string {
  return formatPeriod(localText(Date.parse(startsAt), zone), localText(Date.parse(endsAt), zone));
}

/** Title, notes, inputs and items of a question share what they have read. */
export function remembered<T>({ memo }: Sessions, work: () => Promise<T>, key = 'plan'): Promise<T> {
  const found = (memo.get(key) as Promise<T> | undefined) ?? work();
  memo.set(key, found);
  return found;
}
