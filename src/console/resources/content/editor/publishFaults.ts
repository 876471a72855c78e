import type { CardData } from '../../../../../domain/content.ts';
import type { CardTypeInfo, PageContent } from '../../../../../domain/page-content.ts';
import { cardName } from './contentChanges.ts';
import { TITLE } from './cardForm.ts';

/** One thing that stands in the way of publishing, and where it is put right. */
export interface PublishFault {
  /** "settings", "text" or a card's key. */
  part: string;
  /** The form's name of the field; '' for the part as a whole. */
  field: string;
  /** "Opening hours, Location". */
  where: string;
  message: string;
}

/** The server's `errors` of a refused publishing: "title", "{key}.title", "{key}.data.{field}". */
export function publishFaults(errors: Readonly<Record<string, unknown>>, content: PageContent, types: readonly CardTypeInfo[]): PublishFault[] {
  return Object.entries(errors).map(([name, message]) => ({ ...placeOf(name, content, types), message: String(message) }));
}

function placeOf(name: string, content: PageContent, types: readonly CardTypeInfo[]): Omit<PublishFault, 'message'> {
  const [key = '', ...rest] = name.split('.');
  const card = content.cards.find((one) => one.key === key);
  if (!card) return name === 'data' ? { part: 'text', field: 'data', where: 'Page text' } : { part: 'settings', field: name, where: 'Page settings' };
  const schema = types.find(({ type }) => type === card.type)?.schema;
  const [inside, field = ''] = rest;
  const ownField = inside === 'data' ? (schema?.['x-equal-lengths']?.find((names) => names.includes(field))?.[0] ?? field) : TITLE;
  const label = inside === 'data' ? schema?.properties[field]?.title ?? field : 'Title';
  return { part: key, field: ownField, where: `${cardName(card, types)}, ${label}` };
}

/** Those whose field is still as it was when they were found. */
export function openFaults(faults: readonly PublishFault[], found: PageContent, now: PageContent, types: readonly CardTypeInfo[]): readonly PublishFault[] {
  return faults.filter((fault) => valueAt(fault, found, types) === valueAt(fault, now, types));
}

function valueAt({ part, field }: PublishFault, content: PageContent, types: readonly CardTypeInfo[]): string | undefined {
  const card = content.cards.find(({ key }) => key === part);
  if (!card) return JSON.stringify(content[field as keyof PageContent]);
  if (field === TITLE) return card.title;
  const pair = types.find(({ type }) => type === card.type)?.schema['x-equal-lengths']?.find((names) => names.includes(field)) ?? [field];
  return JSON.stringify(pair.map((name) => card.data[name as keyof CardData]));
}

/** The messages of one part by field, as its form shows them. */
export function faultsOfPart(faults: readonly PublishFault[], part: string): Record<string, string> | undefined {
  const mine = faults.filter((fault) => fault.part === part);
  return mine.length === 0 ? undefined : Object.fromEntries(mine.map(({ field, message }) => [field, message]));
}
