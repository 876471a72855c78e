import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { dayOf, openingFault, placeAnswers } from '../../../domain/requests/request-form-dates.ts';
import type { Answers, RequestFormSchema } from '../../../domain/requests/request-form.ts';
import type { RowServices } from '../../services.ts';
import { placeFromRow } from '../sessions/location.ts';
import { effectiveDays } from './location-calendar.ts';

/** By field: why the place that it names is not open at the answered day or time. Places without hours are always open. */
export async function openingFaults(
  services: RowServices,
  schema: RequestFormSchema,
  answers: Readonly<Record<string, unknown>>,
  submitted?: Answers | null,
): Promise<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const { name, place: id, answer } of placeAnswers(schema, answers, submitted)) {
    const { rows } = await services.engine.list(SYSTEM, 'locations', { filter: { id } });
    const row = rows[0] && (await services.engine.get(SYSTEM, 'locations', id));
    const place = row && placeFromRow(services, row);
    if (!place?.hours) continue;
    const date = dayOf(answer, place.timezone);
    const [day] = await effectiveDays(services, place, { from: date, to: date });
    const fault = day && openingFault(answer, { name: place.displayName, timezone: place.timezone, day });
    if (fault) faults[name] = fault;
  }
  return faults;
}
