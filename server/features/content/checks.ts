import type { Row } from '../../../domain/declarations/model.ts';
import { sameJson } from '../../../domain/values/json.ts';
import { normalize } from '../../resources/validation.ts';
import type { Needs } from '../../services.ts';
import { cardFaults, cleanCardData } from './card-data.ts';
import { withdrawAllDraftLinks } from './draft-links.ts';
import { protectHomePage } from './home-page.ts';
import { addNavigationChecks } from './navigation.ts';
import { pageLimits } from './page-html.ts';
import { addRedirectRules } from './redirects.ts';

export function addContentChecks(services: Needs<'engine' | 'model'>): void {
  const { engine, model } = services;
  const text = model.resources.get('pages')?.fields.find(({ name }) => name === 'data');
  if (text)
    engine.rules.amend('pages', (changes, before) => {
      const html = changes.data ?? before?.data;
      if (typeof html !== 'string' || !('data' in changes || 'type' in changes)) return changes;
      const data = normalize(text, html, pageLimits(changes.type ?? before?.type, model.site));
      return { ...changes, data: typeof data === 'string' ? data : null };
    });
  engine.rules.amend('cards', (changes, before) => {
    const declaration = model.cardTypes.get(String(changes.type ?? before?.type));
    const data = changes.data ?? before?.data;
    if (!declaration || !isObject(data) || !('data' in changes || 'type' in changes)) return changes;
    return { ...changes, data: cleanCardData(declaration, data, model.site) };
  });
  protectHomePage(services);
  addNavigationChecks(services);
  addRedirectRules(services);
  engine.rules.checkAll('pages', async (writes) => {
    const [first] = writes;
    const deleted = writes.flatMap(({ before, after }) => (before && !after ? before.id : []));
    // A deleted page can be restored with its draft, but a scheduled publication must not restore it.
    if (first && deleted.length > 0)
      await first.tx
        .updateTable('pageDrafts')
        .set(({ eb }) => ({ publishAt: null, scheduledById: null, version: eb('version', '+', 1) }))
        .where('pageId', 'in', deleted)
        .where('publishAt', 'is not', null)
        .execute();
    if (first && deleted.length > 0) await withdrawAllDraftLinks(services, first.tx, first.actor, deleted);
  });
  engine.rules.check('cards', async ({ tx, actor, before, after }) => {
    const declaration = model.cardTypes.get(after?.type ?? '');
    if (!after || !declaration) return {};
    if (before && before.type === after.type && sameJson(before.data, after.data)) return {};
    const data = after.data ?? {};
    const errors = await cardFaults(tx, engine.resolver, actor, declaration, data);
    return Object.fromEntries(Object.entries(errors).map(([name, message]) => [`data.${name}`, message]));
  });
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
