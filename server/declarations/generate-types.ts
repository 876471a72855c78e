/** `npm run generate`: writes domain/generated from the schemas. With --check: exits 1 when a file is stale. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { columnTypeOf } from '../../domain/declarations/kinds.ts';
import type { Field, Model, Resource } from '../../domain/declarations/model.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { settingsByKey } from './system-settings.ts';
import { loadModel, ROOT } from './load-model.ts';
import { storedResources } from './views.ts';

const HEAD = '/* Made from schemas/resources by `npm run generate`: not edited by hand. */\n';
const SETTINGS_HEAD = '/* Made from config/settings.json by `npm run generate`: not edited by hand. */\n';
const LINES = { printWidth: 120, singleQuote: true };

export async function generatedFiles(model: Model): Promise<Record<string, string>> {
  const resources = [...model.resources.values()];
  const names = typeNames(resources);
  const interfaces: string[] = [];
  for (const resource of resources)
    interfaces.push(await interfaceCode(resource, names.get(resource.name) ?? resource.name));
  return {
    'resources.ts': resourcesCode(interfaces),
    'tables.ts': tablesCode(resources, storedResources(model), names),
    'settings.ts': await settingsCode(model),
    ...(model.resources.has('submissions') ? { 'status-looks.ts': statusLooksOf(model) } : {}),
  };
}

function resourcesCode(interfaces: string[]): string {
  const text = interfaces.join('\n');
  return /\bJson\b/.test(text)
    ? `${HEAD}import type { Json } from '../values/json.ts';\n\n${text}`
    : `${HEAD}\n${text}`;
}

/** Interface names from the schema titles; the resource's name where a title is not unique. */
function typeNames(resources: Resource[]): Map<string, string> {
  const byTitle = resources.map((resource) => pascal(resource.schema.title));
  return new Map(
    resources.map((resource, index) => {
      const title = byTitle[index] ?? '';
      const usable = /^[A-Z]/.test(title) && byTitle.indexOf(title) === byTitle.lastIndexOf(title);
      return [resource.name, usable ? title : pascal(resource.name)];
    }),
  );
}

function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

async function interfaceCode(resource: Resource, name: string): Promise<string> {
  const properties = Object.fromEntries(resource.fields.map((field) => [field.name, columnShape(field)]));
  const schema: JSONSchema = {
    type: 'object',
    additionalProperties: false,
    required: resource.fields.map((field) => field.name),
    properties,
  };
  if (resource.schema.description !== undefined) schema.description = resource.schema.description;
  return compile(schema, name, { bannerComment: '', ignoreMinAndMaxItems: true, style: LINES });
}

function columnShape(field: Field): JSONSchema {
  const shape = typeShape(field.schema);
  if (field.required) return shape;
  const { description, ...value } = shape;
  return { ...(description === undefined ? {} : { description }), anyOf: [value, { type: 'null' }] };
}

/** Only what affects the type: titles would become type names, and declared lists may change without a code change. */
function typeShape(property: PropertySchema): JSONSchema {
  const shape: JSONSchema = { type: property.type };
  if (property.description !== undefined) shape.description = property.description;
  if (property.enum && !property['x-options']) shape.enum = property.enum;
  if (property.items) shape.items = typeShape(property.items);
  if (property.const !== undefined) shape.const = property.const;
  if (property.type !== 'object') return shape;
  if (property.oneOf) return { ...shape, oneOf: property.oneOf.map(typeShape) };
  shape.properties = Object.fromEntries(
    Object.entries(property.properties ?? {}).map(([name, inner]) => [name, typeShape(inner)]),
  );
  if (property.required) shape.required = property.required;
  const more = property.additionalProperties ?? true;
  shape.additionalProperties = typeof more === 'object' ? typeShape(more) : more && { tsType: 'Json' };
  return shape;
}

/** The system settings: keys as the server knows them, and the type of each value. */
async function settingsCode({ settings }: Model): Promise<string> {
  const declared = [...settingsByKey(settings).values()];
  const schema: JSONSchema = {
    type: 'object',
    additionalProperties: false,
    required: declared.map(({ key }) => key),
    properties: Object.fromEntries(
      declared.map(({ key, field }) => [key, columnShape({ ...field, required: field.schema.default !== undefined })]),
    ),
  };
  const values = await compile(schema, 'SystemSettingValues', {
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    style: LINES,
  });
  const keys = declared.map(({ key }) => `  '${key}',`).join('\n');
  return `${SETTINGS_HEAD}
${values}
export type SettingKey = keyof SystemSettingValues;

/** The settings that the server reads. */
export const SETTING_KEYS: readonly SettingKey[] = [
${keys}
];
`;
}

/** How the statuses of requests look, for pages that load no model. */
function statusLooksOf(model: Model): string {
  const options = model.resources.get('submissions')?.fields.find((field) => field.name === 'status')?.options ?? [];
  const lines = options.flatMap(({ value, look }) =>
    look ? [`  ${value}: { tone: '${look.tone}', icon: '${look.icon}' },`] : [],
  );
  return `${HEAD}\n/** Color and icon of each status of a request. */\nexport const statusLooks = {\n${lines.join('\n')}\n} as const;\n`;
}

const TABLES_HEAD = `
/** A column's types for Kysely: select, insert and update. */
interface Column<Read, Insert, Update = Insert> {
  readonly __select__: Read;
  readonly __insert__: Insert;
  readonly __update__: Update;
}

/** jsonb is read as its value and written as JSON text (the driver would write a list as a PostgreSQL array). */
type JsonColumn<Read, Insert> = Column<Read, Insert, string | Extract<Read, null>>;

type Optional<Value> = Column<Value, Value | undefined, Value>;
`;

function tablesCode(resources: Resource[], stored: Resource[], names: Map<string, string>): string {
  const imports = resources
    .map((resource) => names.get(resource.name))
    .sort()
    .join(', ');
  const tables = stored.map((resource) => tableCode(resource, names.get(resource.name) ?? ''));
  const typeList = (some: Resource[], suffix: string): string =>
    some.map((resource) => `  ${resource.name}: ${names.get(resource.name) ?? ''}${suffix};`).join('\n');
  const start = `${HEAD}import type { ${imports} } from './resources.ts';\n${TABLES_HEAD}`;
  return `${start}
${tables.join('\n')}
/** All tables, for Kysely. */
export interface Tables {
${typeList(stored, 'Table')}
}

/** What the engine reads of each resource, by the resource's name. */
export interface Rows {
${typeList(resources, '')}
}
`;
}

function tableCode(resource: Resource, name: string): string {
  const columns = resource.fields.filter(({ schema }) => !schema['x-counter']);
  const lines = columns.map((field) => {
    const read = `${name}['${field.name}']`;
    const optional = !field.required || field.engine || field.schema.default !== undefined;
    const isJson = columnTypeOf(field.kind, field.schema) === 'jsonb';
    const empty = field.required ? '' : ' | null';
    if (isJson) return `  ${field.name}: JsonColumn<${read}, string${empty}${optional ? ' | undefined' : ''}>;`;
    return `  ${field.name}: ${optional ? `Optional<${read}>` : read};`;
  });
  return `export interface ${name}Table {\n${lines.join('\n')}\n}\n`;
}

export async function generate(root: string, check: boolean): Promise<string[]> {
  const folder = path.join(root, 'domain', 'generated');
  const stale: string[] = [];
  for (const [name, text] of Object.entries(await generatedFiles(await loadModel(root, { isGenerating: true })))) {
    const file = path.join(folder, name);
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    stale.push(path.relative(root, file));
    if (check) continue;
    await mkdir(folder, { recursive: true });
    await writeFile(file, text);
  }
  return stale;
}

if (import.meta.main) {
  const check = process.argv.includes('--check');
  try {
    const stale = await generate(ROOT, check);
    for (const file of stale) console.log(check ? `${file} is stale: run npm run generate` : `wrote ${file}`);
    process.exitCode = check && stale.length > 0 ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
