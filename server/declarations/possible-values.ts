import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { checkUploadRules } from '../../domain/requests/upload-rules.ts';
import type { Report } from './faults.ts';

type Steps = (string | number)[];

/** Reports a property that no value can satisfy: every write of it would be refused. */
export function checkPossible(property: PropertySchema, steps: Steps, report: Report): void {
  if (!hasNumbers(property)) report(steps, 'No number is within these limits');
  const { type, items, uniqueItems, minItems = 0, maxItems } = property;
  const values = uniqueItems ? items?.enum?.length : undefined;
  if (type === 'array' && maxItems === 0) report([...steps, 'maxItems'], 'The list could not contain anything');
  if (values !== undefined && minItems > values)
    report([...steps, 'minItems'], `There are only ${values} different entries`);
  if (property.enum?.includes(''))
    report([...steps, 'enum', property.enum.indexOf('')], 'An empty text is stored as no value: leave it out');
}

/** Keywords of texts that do not apply to files. */
const NOT_OF_FILES = [
  'enum',
  'const',
  'default',
  'minLength',
  'maxLength',
  'pattern',
  'x-options',
  'x-reference',
  'x-unique',
  'x-index',
] as const;

/** Reports a file that no record could own, and what it accepts where that is no rule for files. */
export function checkFile(property: PropertySchema, steps: Steps, nested: boolean, report: Report): void {
  if (property.format !== 'file') {
    for (const keyword of ['x-accept', 'x-max-bytes'] as const)
      if (property.type === 'string' && property[keyword] !== undefined)
        report([...steps, keyword], 'It only applies to files: "format": "file" is missing');
    return;
  }
  if (nested)
    report(
      [...steps, 'format'],
      'A file must be a property of the resource itself, because its record owns the file. A list, an object or a card cannot',
    );
  for (const keyword of NOT_OF_FILES)
    if (property[keyword] !== undefined) report([...steps, keyword], `"${keyword}" does not apply to files`);
  checkUploadRules(property, (keyword, message) => report([...steps, keyword], message));
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
