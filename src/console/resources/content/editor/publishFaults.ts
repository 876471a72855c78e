import type { CardData } from '../../../../../domain/calls/pages.ts';
import type { CardTypeInfo, ContentFaults, PageContent } from '../../../../../domain/calls/page-editor.ts';
import { fieldAt } from '../../../../forms/shared/places.ts';
import { REQUIRED } from '../../../../forms/validationMessages.ts';
import { cardName } from './cardNames.ts';
import { pairOf, placeInForm, TITLE } from './cardForm.ts';

/** A fault of the page, and where to fix it. */
export interface PublishFault {
  /** "settings", "text" or a card's key. */
  section: string;
  /** Path within the section's form: a field, or "links/0/linkTexts". */
  place: string;
  /** "Opening hours, Location". */
  where: string;
  message: string;
}

/** Parses the `errors` of a refused publication: keys are "title", "{key}.title", "{key}.data.{field}". */
export function publishFaults(
  errors: Readonly<Record<string, unknown>>,
  content: PageContent,
  types: readonly CardTypeInfo[],
): PublishFault[] {
  return Object.entries(errors).map(([name, message]) => ({
    ...locateFault(name, String(message), content, types),
    message: String(message),
  }));
}

/** The faults to show while the page is written: without what is still missing, which only publishing asks for. */
export function faultsWhileEditing(
  faults: ContentFaults,
  content: PageContent,
  types: readonly CardTypeInfo[],
): PublishFault[] {
  return publishFaults(faults, content, types).filter(({ message }) => !message.endsWith(REQUIRED));
}

function locateFault(
  name: string,
  message: string,
  content: PageContent,
  types: readonly CardTypeInfo[],
): Omit<PublishFault, 'message'> {
  const [key = '', ...rest] = name.split('.');
  const card = content.cards.find((one) => one.key === key);
  if (!card)
    return name === 'data'
      ? { section: 'text', place: 'data', where: 'Page text' }
      : { section: 'settings', place: name, where: 'Page settings' };
  const info = types.find(({ type }) => type === card.type);
  const [inside, field = ''] = rest;
  if (inside !== 'data' || !info) return { section: key, place: TITLE, where: `${cardName(card, types)}, Title` };
  return {
    section: key,
    place: placeInForm(`${field}${entryIn(message)}`, info),
    where: `${cardName(card, types)}, ${info.schema.properties[field]?.title ?? field}`,
  };
}

/** The server's error names the field; the index of a list entry is only in its message. */
function entryIn(message: string): string {
  const [, entry] = /^Entry (\d+): /.exec(message) ?? [];
  return entry === undefined ? '' : `/${Number(entry) - 1}`;
}

/** The faults whose field has not been changed since they were found. */
export function openFaults(
  faults: readonly PublishFault[],
  found: PageContent,
  now: PageContent,
  types: readonly CardTypeInfo[],
): readonly PublishFault[] {
  return faults.filter((fault) => valueAt(fault, found, types) === valueAt(fault, now, types));
}

function valueAt(
  { section, place }: PublishFault,
  content: PageContent,
  types: readonly CardTypeInfo[],
): string | undefined {
  const field = fieldAt(place);
  const card = content.cards.find(({ key }) => key === section);
  if (!card) return JSON.stringify(content[field as keyof PageContent]);
  if (field === TITLE) return card.title;
  const schema = types.find(({ type }) => type === card.type)?.schema;
  return JSON.stringify((schema ? pairOf(field, schema) : [field]).map((name) => card.data[name as keyof CardData]));
}

/** The messages of one section by path, for its form. */
export function faultsOfSection(faults: readonly PublishFault[], section: string): Record<string, string> {
  const mine = faults.filter((fault) => fault.section === section);
  return Object.fromEntries(mine.map(({ place, message }) => [place, message]));
}
