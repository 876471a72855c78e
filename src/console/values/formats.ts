export { formatClock, formatDay, formatInstant, formatInstantFully } from '../../ui/instants.ts';
export { formatCount, formatNumber } from '../../ui/numbers.ts';

/** "14:30:00" -> "14:30" */
export function formatTime(time: string): string {
  return time.slice(0, 5);
}
