import { pageAddress } from '../../../domain/content/content.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { MenuEntry } from '../../../domain/declarations/site.ts';
import type { Option } from '../../forms/shared/formServices.ts';
import { matching } from '../../forms/shared/useOptions.ts';
import type { ConsoleValue } from './consoleContext.ts';
import { dataProvider } from './dataProvider.ts';

const OFFERED = 12;

/** Places that a text may lead to, by words typed: pages, what the menu offers to everyone, and the kept links. */
export async function findLinks(context: ConsoleValue, text: string): Promise<Option[]> {
  const [pages, links] = await Promise.all([rows(context, 'pages', text), rows(context, 'links', text)]);
  const options = [
    ...pages.map((page): Option => ({
      value: pageAddress(String(page['name'])),
      label: String(page['title']),
      hint: pageHint(page),
    })),
    ...matching(context.model.menu.flatMap(menuOptions), text),
    ...links.map((link): Option => ({
      value: String(link['url']),
      label: String(link['title']),
      hint: String(link['url']),
    })),
  ];
  const typed = text.trim().toLowerCase();
  const ranked = options.toSorted(
    (a, b) => Number(b.label.toLowerCase().includes(typed)) - Number(a.label.toLowerCase().includes(typed)),
  );
  return ranked
    .filter((option, index) => ranked.findIndex(({ value }) => value === option.value) === index)
    .slice(0, 2 * OFFERED);
}

function pageHint(page: Row): string {
  const address = pageAddress(String(page['name']));
  return page['published'] === false ? `${address}, not published` : address;
}

/** What is for some roles only is no place to send a reader to. */
function menuOptions(entry: MenuEntry): Option[] {
  if (entry.roles.length > 0 || entry.action !== undefined) return [];
  const own = entry.to === undefined ? [] : [{ value: entry.to, label: entry.label, hint: entry.to }];
  return [...own, ...(entry.entries ?? []).flatMap(menuOptions)];
}

async function rows({ resourceNamed }: ConsoleValue, resource: string, text: string): Promise<Row[]> {
  if (!resourceNamed(resource)?.can.list) return [];
  const filter = text.trim() === '' ? {} : { q: text };
  const { data } = await dataProvider.getList(resource, {
    filter,
    pagination: { page: 1, perPage: OFFERED },
    sort: { field: 'title', order: 'ASC' },
  });
  return data as Row[];
}
