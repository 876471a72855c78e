import type { CardData } from '../../../../../domain/calls/pages.ts';
import type { CardTypeInfo, PageCard } from '../../../../../domain/calls/page-editor.ts';
import type { FormProperty, FormSchema } from '../../../../forms/shared/formSchema.ts';
import type { FormData } from '../../../../forms/shared/formServices.ts';

/** The form's name for the card's own title; some types also have a `title` in their data. */
export const TITLE = 'cardTitle';

/** The form schema of a card type: the card's title first; parallel lists (texts and links) become one list of rows. */
export function cardFormSchema({ schema }: CardTypeInfo): FormSchema {
  const properties = schema.properties as Record<string, FormProperty>;
  const pairs = schema['x-equal-lengths'] ?? [];
  const followers = new Set(pairs.flatMap(([, ...others]) => others));
  const shown = Object.entries(properties)
    .filter(([name]) => !followers.has(name))
    .map(([name, property]): [string, FormProperty] => {
      const pair = pairs.find(([first]) => first === name);
      return [name, pair ? fieldRows(pair, properties) : property];
    });
  const title: FormProperty = { type: 'string', title: 'Title', minLength: 1, maxLength: 120 };
  return {
    type: 'object',
    required: [TITLE, ...(schema.required ?? [])],
    properties: { [TITLE]: title, ...Object.fromEntries(shown) },
  };
}

function fieldRows(names: readonly string[], properties: Record<string, FormProperty>): FormProperty {
  const [first = ''] = names;
  const list = properties[first];
  const parts = names.map((name): [string, FormProperty] => {
    const property = properties[name];
    return [
      name,
      { ...(property?.items ?? { type: 'string' }), title: property?.items?.title ?? property?.title ?? name },
    ];
  });
  const { description: _, ...rest } = list ?? { type: 'array' };
  return {
    ...rest,
    type: 'array',
    items: {
      type: 'object',
      title: parts[0]?.[1].title ?? first,
      required: [...names],
      properties: Object.fromEntries(parts),
    },
  };
}

/** The form data of a card. */
export function cardFormData({ title, data }: PageCard, { schema }: CardTypeInfo): FormData {
  const form: FormData = { ...data, ...(title === '' ? {} : { [TITLE]: title }) };
  for (const names of schema['x-equal-lengths'] ?? []) {
    const lists = names.map((name) => (Array.isArray(form[name]) ? (form[name] as unknown[]) : []));
    const length = Math.max(...lists.map((list) => list.length));
    for (const name of names) delete form[name];
    if (length === 0) continue;
    form[names[0] ?? ''] = Array.from({ length }, (_, row) =>
      Object.fromEntries(
        names.flatMap((name, column) =>
          lists[column]?.[row] === undefined || lists[column][row] === '' ? [] : [[name, lists[column][row]]],
        ),
      ),
    );
  }
  return form;
}

/** The card of some form data. */
export function cardOfForm(form: FormData, info: CardTypeInfo): Pick<PageCard, 'title' | 'data'> {
  const { [TITLE]: title, ...rest } = form;
  return { title: typeof title === 'string' ? title : '', data: dataOfForm(rest, info) };
}

/** The data as the type's schema validates them: without empty entries, and with rows split into parallel lists of equal length. */
export function dataOfForm({ [TITLE]: _, ...form }: FormData, { schema }: CardTypeInfo): CardData {
  const written = Object.entries(form).map(
    ([name, value]) => [name, Array.isArray(value) ? value.filter(isWritten) : value] as const,
  );
  const data: FormData = Object.fromEntries(written.filter(([, value]) => !Array.isArray(value) || value.length > 0));
  for (const names of schema['x-equal-lengths'] ?? []) {
    const rows = data[names[0] ?? ''];
    for (const name of names) delete data[name];
    if (!Array.isArray(rows)) continue;
    for (const name of names) data[name] = rows.map((row) => (row as Record<string, unknown>)[name] ?? '');
  }
  return data as CardData;
}

/** The form's path of a fault in the card's data: "linkTexts/1" is in the second row of links that is not empty. */
export function placeInForm(place: string, { schema }: CardTypeInfo, form: FormData = {}): string {
  const [field = '', entry, ...rest] = place.split('/');
  const pair = pairOf(field, schema);
  const shown = pair[0] ?? field;
  if (entry === undefined) return shown;
  const lines = form[shown];
  const written = Array.isArray(lines) ? [...lines.keys()].filter((line) => isWritten(lines[line])) : [];
  return [shown, written[Number(entry)] ?? entry, ...(pair.length > 1 ? [field] : []), ...rest].join('/');
}

/** The parallel lists that share rows with this field, including itself. */
export function pairOf(field: string, schema: CardTypeInfo['schema']): readonly string[] {
  return schema['x-equal-lengths']?.find((names) => names.includes(field)) ?? [field];
}

/** Empty entries only exist while typing: they belong to the form, not to the card. */
function isWritten(entry: unknown): boolean {
  if (typeof entry === 'object' && entry !== null) return Object.values(entry).some(isWritten);
  return typeof entry === 'string' ? entry.trim() !== '' : entry !== undefined && entry !== null;
}
