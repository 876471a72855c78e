import { FORM_LIMITS } from '../../../../../domain/requests/request-form.ts';
import { nameFault } from '../../../../../domain/requests/request-form-check.ts';

/** A field name from a label, unique among `taken`: "Needed by" becomes neededBy. */
export function nameFor(label: string, taken: readonly string[]): string {
  const words = plain(label)
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const camel = words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('');
  const base = camel.slice(0, FORM_LIMITS.nameLength - 4).replace(/^[^a-z]+/, '') || 'field';
  return unique(base, (name) => taken.includes(name) || nameFault(name) !== null, '');
}

/** An option's value from its label, unique among `taken`: "Birch plywood" becomes birch-plywood. */
export function optionFor(label: string, taken: readonly string[]): string {
  const base =
    plain(label)
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '')
      .join('-')
      .slice(0, 60) || 'option';
  return unique(base, (value) => taken.includes(value), '-');
}

function plain(label: string): string {
  return label.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

function unique(base: string, isTaken: (name: string) => boolean, joint: string): string {
  let name = base;
  for (let count = 2; isTaken(name); count += 1) name = `${base}${joint}${count}`;
  return name;
}
