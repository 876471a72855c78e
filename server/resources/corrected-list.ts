import type { Actor } from '../../domain/declarations/actor.ts';
import type { ListQuery } from '../../domain/declarations/list-query.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { correctSpelling, vocabularyOf } from '../platform/search/steps.ts';
import type { Engine } from './engine.ts';
import { Names } from './names.ts';
import type { Page } from './row-reader.ts';

/** The newest rows, whose words a search text is corrected by. */
const MOST = 500;

/** A page of a list. Where no row has the words of the search text, the text is corrected by the words of the caller's rows. */
export async function correctedList(engine: Engine, actor: Actor, name: string, query: ListQuery): Promise<Page> {
  const page: Page = await engine.list(actor, name, query);
  const { q, ...filter } = (query.filter ?? {}) as Readonly<Record<string, unknown>>;
  if (page.total > 0 || typeof q !== 'string') return page;
  const { fields } = engine.resolver.view(actor, engine.resolver.resource(name));
  const searched = fields.filter(({ searchable }) => searchable);
  const { rows } = await engine.list(actor, name, { filter, range: [0, MOST - 1], sort: ['id', 'DESC'] });
  const named: readonly Row[] = await new Names(engine, actor).inRows(searched, rows);
  const texts = named.flatMap((row) => searched.flatMap((field) => row[field.name] ?? []));
  const corrected = correctSpelling(q, vocabularyOf(texts.filter((text) => typeof text === 'string')));
  if (corrected === null) return page;
  const found: Page = await engine.list(actor, name, { ...query, filter: { ...filter, q: corrected } });
  return found.total === 0 ? page : { ...found, corrected };
}
