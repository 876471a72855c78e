import type { PropertySchema } from '../../domain/schemas.ts';
import type { Report } from './faults.ts';

type Steps = (string | number)[];

/** Reports a property that no value can satisfy: every write of it would be refused. */
export function checkPossible(property: PropertySchema, steps: Steps, report: Report): void {
  if (property.format === 'file')
    report(
      [...steps, 'format'],
      'Files are kept for requests only: nothing would store one here. Use "link" or "image"',
    );
  if (!hasNumbers(property)) report(steps, 'No number is within these limits');
  const { type, items, uniqueItems, minItems = 0, maxItems } = property;
  const values = uniqueItems ? items?.enum?.length : undefined;
  if (type === 'array' && maxItems === 0) report([...steps, 'maxItems'], 'The list could hold nothing');
  if (values !== undefined && minItems > values)
    report([...steps, 'minItems'], `There are only ${values} different entries`);
  if (property.enum?.includes(''))
    report([...steps, 'enum', property.enum.indexOf('')], 'An empty text is kept as no value at all: leave it out');
}

/** Whether any number (or integer) lies between the limits. A minimum above the maximum is reported separately. */
function hasNumbers({ type, multipleOf, ...limits }: PropertySchema): boolean {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum: above, exclusiveMaximum: below } = limits;
  if (minimum > maximum) return true;
  if (type === 'number')
    return (
      (above === undefined || (above < maximum && above < (below ?? Infinity))) && !(minimum >= (below ?? Infinity))
    );
  if (type !== 'integer') return true;
  const step = multipleOf ?? 1;
  const least = Math.max(Math.ceil(minimum / step), Math.floor((above ?? -Infinity) / step) + 1);
  const most = Math.min(Math.floor(maximum / step), Math.ceil((below ?? Infinity) / step) - 1);
  return least <= most;
}
