import { pageNameFor } from '../../../domain/content/content.ts';
import type { FormData } from '../../forms/shared/formServices.ts';

/** A name for addresses from a title, unique among `taken`: "Opening hours" becomes opening-hours, or opening-hours-2. */
export function nameOfTitle(title: unknown, taken: readonly string[]): string {
  const base = typeof title === 'string' ? pageNameFor(title) : '';
  let name = base;
  for (let count = 2; name !== '' && taken.includes(name); count += 1) name = `${base}-${count}`;
  return name;
}

/** The name of a new record follows its title until someone changes it. */
export function withNameOfTitle(taken: readonly string[]): (before: FormData, after: FormData) => FormData {
  return (before, after) =>
    (before['name'] ?? '') === nameOfTitle(before['title'], taken) && before['title'] !== after['title']
      ? { ...after, name: nameOfTitle(after['title'], taken) }
      : after;
}
