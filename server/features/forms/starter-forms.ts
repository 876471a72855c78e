import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { readDeclaration } from '../../declarations/translated.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { freeze } from './publish.ts';

interface StarterForm {
  group: { name: string; title: string; description?: string; order?: number };
  name: string;
  title: string;
  description?: string;
  costType: string;
  usesPickup?: boolean;
  forEvents?: boolean;
  perUserLimit?: number;
  order?: number;
  schema: Row;
}

export async function loadStarterForms(services: CommandServices, tx: Tx): Promise<void> {
  for (const { group, schema, ...form } of await starterForms(services.settings.root)) {
    const groupId =
      (await idByName(tx, 'formGroups', group.name)) ??
      (await make(services, tx, 'formGroups', { ...group, active: true }));
    if (await idByName(tx, 'forms', form.name)) continue;
    const values: Row = { ...withoutComments(form), groupId, active: true, draftSchema: schema };
    const made = await services.engine.create(SYSTEM, 'forms', values, { tx, command: true });
    await freeze(services, tx, SYSTEM, made.id);
  }
}

async function starterForms(root: string): Promise<StarterForm[]> {
  const folder = join('config', 'forms');
  const names = (await readdir(join(root, folder)).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const texts = await Promise.all(names.map((name) => readDeclaration(root, join(folder, name))));
  return texts.map((text) => JSON.parse(String(text)) as StarterForm);
}

function withoutComments<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('$'))) as T;
}

async function make(services: Needs<'engine'>, tx: Tx, resource: string, values: Row): Promise<number> {
  return (await services.engine.create(SYSTEM, resource, values, { tx, command: true }))['id'] as number;
}

async function idByName(tx: Tx, table: 'forms' | 'formGroups', name: string): Promise<number | undefined> {
  const known = await tx.selectFrom(table).select('id').where('name', '=', name).executeTakeFirst();
  return known?.id;
}
