import { DAY_CARD } from '../../../domain/values/constants.ts';
import type { DayHours } from '../../../domain/hours/hours.ts';

export interface DayScaleHours {
  from: number;
  to: number;
}

/** The hours of the scale, rounded outwards from opening to closing; a default where there are none. */
export function scaleHours(hours: Pick<DayHours, 'opens' | 'closes'> | null): DayScaleHours {
  const from = Math.floor(hours?.opens ?? DAY_CARD.opens);
  const to = Math.ceil(hours?.closes ?? DAY_CARD.closes);
  return to > from ? { from, to } : { from: DAY_CARD.opens, to: DAY_CARD.closes };
}
