import { FORM_LIMITS } from '../../../../../domain/requests/request-form.ts';
import { nameFault } from '../../../../../domain/requests/request-form-check.ts';
import { nameOfTitle } from '../../../form/nameOfTitle.ts';

/** A field name from a label, unique among `taken`: "Needed by" becomes neededBy. */
export function nameFor(label: string, taken: readonly string[]): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const camel = words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('');
  const base = camel.slice(0, FORM_LIMITS.nameLength - 4).replace(/^[^a-z]+/, '') || 'field';
  let name = base;
  for (let count = 2; taken.includes(name) || nameFault(name) !== null; count += 1) name = `${base}${count}`;
  return name;
}

/** An option's value from its label, unique among `taken`: "Birch plywood" becomes birch-plywood. */
export function optionFor(label: string, taken: readonly string[]): string {
  return nameOfTitle(label, taken) || nameOfTitle('option', taken);
}
