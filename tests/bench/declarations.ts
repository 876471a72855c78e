import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
export const KINDS = ['wood', 'metal', 'glass', 'paper'];

const SCHEMA = {
  $schema: '../meta/resource.json',
  title: 'Bench item',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'code', 'kind', 'amount', 'active', 'startsOn'],
  properties: {
    name: { type: 'string', title: 'Name', minLength: 1, maxLength: 120, 'x-search': true, 'x-index': true },
    code: { type: 'string', title: 'Code', minLength: 1, maxLength: 40, 'x-unique': true },
    kind: { type: 'string', title: 'Kind', enum: KINDS, 'x-index': true },
    amount: { type: 'integer', title: 'Amount', minimum: 0, maximum: 1_000_000, 'x-index': true },
    priceCents: { type: 'integer', title: 'Price', 'x-money': true, minimum: 0, maximum: 1_000_000 },
    ratio: { type: 'number', title: 'Ratio', minimum: 0, maximum: 1 },
    active: { type: 'boolean', title: 'Active', default: true },
    startsOn: { type: 'string', title: 'Starts', format: 'date', 'x-index': true },
    at: { type: 'string', title: 'At', format: 'date-time' },
    email: { type: 'string', title: 'Email', format: 'email', maxLength: 254 },
    ownerId: { type: 'integer', title: 'Owner', 'x-reference': 'users', 'x-on-delete': 'set-null' },
    tags: { type: 'array', title: 'Tags', items: { type: 'string', title: 'Tag', maxLength: 40 }, maxItems: 10 },
    note: { type: 'string', title: 'Note', maxLength: 4000, 'x-long': true },
  },
};

const CONFIG = {
  $schema: '../../schemas/meta/resource-config.json',
  label: 'Bench items',
  icon: 'table',
  represent: '{name}',
  menu: null,
  list: {
    columns: ['name', 'code', 'kind', 'amount', 'startsOn'],
    filters: ['q', 'kind', 'amount', 'startsOn'],
    sort: ['name', 'ASC'],
  },
  form: [{ section: 'Item', fields: Object.keys(SCHEMA.properties) }],
};

/** Copies the project's declarations to `folder` and adds two resources: `benchItems`, and `benchArchive` for many rows. */
export async function writeDeclarations(folder: string): Promise<string> {
  const root = join(folder, 'root');
  await mkdir(root, { recursive: true });
  for (const part of ['schemas', 'config', 'package.json'])
    await cp(join(ROOT, part), join(root, part), { recursive: true });
  await symlink(join(ROOT, 'dist'), join(root, 'dist'));
  for (const name of ['benchItems', 'benchArchive']) {
    await writeFile(join(root, `schemas/resources/${name}.json`), JSON.stringify(SCHEMA));
    await writeFile(join(root, `config/resources/${name}.json`), JSON.stringify({ ...CONFIG, path: `/admin/${name}` }));
  }
  return root;
}
