import type { Actor } from '../../../domain/declarations/actor.ts';
import type { RequestFormSchema } from '../../../domain/requests/request-form.ts';
import { htmlText } from '../../../domain/html/html-text.ts';
import type { SearchRecord } from '../../platform/search/records.ts';
import type { Needs } from '../../services.ts';

const MOST = 1000;

/** The request forms that the actor can open, with the texts of their fields and options. */
export async function searchedForms({ engine, db }: Needs<'db' | 'engine'>, actor: Actor): Promise<SearchRecord[]> {
  if (!engine.resolver.canRead(actor, engine.resolver.resource('forms'))) return [];
  const filter = { active: true, forEvents_neq: true, currentVersionId_null: false };
  const { rows } = await engine.list(actor, 'forms', { filter, sort: ['order', 'ASC'], range: [0, MOST - 1] });
  const versionIds = rows.flatMap(({ currentVersionId }) => currentVersionId ?? []);
  if (versionIds.length === 0) return [];
  const versions = await db.selectFrom('formVersions').select(['id', 'schema']).where('id', 'in', versionIds).execute();
  const schemas = new Map(versions.map(({ id, schema }) => [id, schema as unknown as RequestFormSchema]));
  return rows.flatMap(({ id, name, title, description, currentVersionId }) => {
    const schema = schemas.get(currentVersionId ?? 0);
    if (schema === undefined || name == null) return [];
    const url = `/requests/view/${encodeURIComponent(name)}`;
    return [{ id, name: title ?? name, url, text: formText(description, schema) }];
  });
}

/** The description first: an excerpt begins with it unless a field or an option matches. */
function formText(description: string | null | undefined, { properties, ...schema }: RequestFormSchema): string {
  const fields = schema['x-order'].flatMap((name) => properties[name] ?? []);
  const texts = fields.map((field) =>
    [
      field['x-section'],
      field.title,
      (field['x-labels'] ?? field.enum ?? []).join(', '),
      field.description,
      htmlText(field['x-html'] ?? ''),
    ]
      .filter(Boolean)
      .join(': '),
  );
  return [description, ...texts].filter(Boolean).join(' · ');
}
