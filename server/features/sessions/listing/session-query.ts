import { isDate } from '../../../../domain/values/dates.ts';
import {
  MOST_WORDS,
  SESSION_HOURS,
  SESSION_WHENS,
  sessionFilterIn,
  type SessionFilter,
} from '../../../../domain/sessions/session-filter.ts';
import { ID_TEXT } from '../../../platform/http/request-schemas.ts';
import { badDates } from './upcoming.ts';

export type FilterQuery = Partial<Record<keyof SessionFilter, string>>;

const DATE = { type: 'string', pattern: '^(19|2\\d)\\d{2}-\\d{2}-\\d{2}$' };
const filters: Readonly<Record<keyof SessionFilter, object>> = {
  eventId: ID_TEXT,
  categoryId: ID_TEXT,
  locationId: ID_TEXT,
  q: {
    type: 'string',
    maxLength: MOST_WORDS,
    description: 'Words, all of which occur in the title, summary, category or place',
  },
  when: { type: 'string', enum: [...SESSION_WHENS] },
  from: { ...DATE, description: 'First date' },
  to: { ...DATE, description: 'Last date' },
  hours: { type: 'string', enum: [...SESSION_HOURS] },
  seats: { type: 'string', enum: ['free'] },
};

/** The schema of a query that filters sessions. */
export const filterQuery = { type: 'object', additionalProperties: false, properties: filters };

/** Of a query that the schema admits. 400 for dates that there are not. */
export function filterOf(query: FilterQuery): SessionFilter {
  const { from, to } = query;
  for (const date of [from, to]) if (date !== undefined && !isDate(date)) throw badDates(`There is no day ${date}.`);
  if (from !== undefined && to !== undefined && to < from) throw badDates('The last date is before the first one.');
  return sessionFilterIn((name) => query[name]);
}
