import type { Json } from '../../../../domain/values/json.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { invalid } from '../../../resources/refusals.ts';
import { schemaFaults, normalize } from '../../../resources/validation.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { Needs } from '../../../services.ts';

const NAMES = [
  'status',
  'startsAt',
  'endsAt',
  'dates',
  'locationId',
  'instructorIds',
  'signupOpensAt',
  'signupClosesAt',
] as const;
export type PlannedValues = Partial<Pick<RowOf<'instances'>, (typeof NAMES)[number]>>;

/** Those of an instance's values by which sessions are planned, as they would be stored. Throws 400 for what the schema refuses. */
export function plannedValues({ engine }: Needs<'engine'>, values: Row): PlannedValues {
  const instances = engine.resolver.resource('instances');
  const given = Object.fromEntries(
    NAMES.flatMap((name): [string, Json][] => {
      const [field, value] = [instances.fields.find((one) => one.name === name), values[name]];
      return field === undefined || value === undefined ? [] : [[name, normalize(field, value)]];
    }),
  );
  const faults = schemaFaults(instances, given);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return given;
}
