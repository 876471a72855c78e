import { dayOf, type PlaceDay } from '../../domain/requests/request-form-dates.ts';
import { callApi } from './callApi.ts';

/** The opening hours of a place on the day of an answer; null where it has none. */
export async function placeDay(id: number, answer: string): Promise<PlaceDay | null> {
  const weekOf = (week: string) => callApi('GET /api/locations/:id/hours', { params: { id }, query: { week } });
  const first = await weekOf(answer.slice(0, 10));
  const date = dayOf(answer, first.timezone);
  const isThere = first.days === null || first.days.some((day) => day.date === date);
  // The day of an instant can be in another week there than in UTC.
  const { displayName: name, timezone, days } = isThere ? first : await weekOf(date);
  const day = days?.find((one) => one.date === date);
  return day ? { name, timezone, day } : null;
}
