import { randomBytes } from 'node:crypto';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { kindOf } from '../../domain/declarations/fields.ts';
import { fileValue } from '../../domain/values/file-value.ts';
import type { Json } from '../../domain/values/json.ts';
import type { FieldKind, Row } from '../../domain/declarations/model.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import type { Services } from '../../server/services.ts';

const FIRST_HOUR = Date.UTC(2030, 0, 7, 15);
const OPTIONS = {
  roles: 'Student',
  resources: 'categories',
  actions: 'read',
  timezones: 'America/Denver',
  currencies: 'USD',
  messageCategories: 'account',
};
/** Creates a valid row of any declared resource, and the rows that it has to refer to. */
export async function makeRow(services: Services, resource: string, given: Row = {}): Promise<Row> {
  return services.engine.create(SYSTEM, resource, await newData(services, resource, given), { command: true });
}

/** The body of a valid `create`: the required fields, and `given`. */
export async function newData(services: Services, name: string, given: Row = {}): Promise<Row> {
  const resource = services.model.resources.get(name);
  if (!resource) throw new Error(`There is no resource ${name}.`);
  const data: Row = await (REQUIRED_BY_RULES[name]?.(services) ?? {});
  for (const field of resource.schema.required ?? []) {
    if (!(field in given) && !(field in data))
      data[field] = await valueOf(services, name, field, resource.schema.properties[field]!, Object.keys(data).length);
  }
  return { ...data, ...given };
}

/** Made so far. */
let receipts = 0;

/** Fields that the schema does not require, or whose values rules restrict. */
const REQUIRED_BY_RULES: Record<string, (services: Services) => Promise<Row>> = {
  balances: async () => ({ floorCents: 0, heldCents: 0 }),
  departmentRules: async (services) => ({
    balanceId: (await makeRow(services, 'balances', { kind: 'departmental' })).id ?? null,
    groupId: (await makeRow(services, 'groups')).id ?? null,
  }),
  receipts: async () => ({ year: 2030, sequence: (receipts += 1) }),
  formActions: async (services) => ({ type: 'GrantAccess', groupId: (await makeRow(services, 'groups')).id ?? null }),
  discounts: async () => ({ percent: 10 }),
  systemSettings: async (services) => ({ key: await unsetSetting(services) }),
  prerequisites: async (services) => ({ requiredEventId: (await makeRow(services, 'events')).id ?? null }),
};

/** The key of a declared setting that has no row. */
async function unsetSetting({ db, systemSettings }: Services): Promise<string> {
  const rows = await db.selectFrom('systemSettings').select('key').execute();
  const key = [...systemSettings.declared.keys()].find((other) => !rows.some((row) => row.key === other));
  if (key === undefined) throw new Error('Every setting has a row.');
  return key;
}

async function valueOf(
  services: Services,
  resource: string,
  field: string,
  property: PropertySchema,
  position: number,
): Promise<Json> {
  if (property.enum) return property.enum[0] ?? null;
  if (property['x-options']) return OPTIONS[property['x-options']];
  return VALUES[kindOf(property)]({ services, resource, field, property, position });
}

/** The required properties of an object; the one that distinguishes variants is constant. */
async function objectOf(
  services: Services,
  resource: string,
  { properties = {}, required = [] }: Pick<PropertySchema, 'properties' | 'required'>,
): Promise<Row> {
  const parts = required.map(async (name, position): Promise<[string, Json]> => {
    const part = properties[name]!;
    return [name, part.const ?? (await valueOf(services, resource, name, part, position))];
  });
  return Object.fromEntries(await Promise.all(parts));
}

interface Wanted {
  services: Services;
  resource: string;
  field: string;
  property: PropertySchema;
  position: number;
}

const least = ({ property }: Wanted): Json => property.minimum ?? 1;

/** A value of each kind, which other rows may share unless the field is unique. */
const VALUES: Record<FieldKind, (wanted: Wanted) => Json | Promise<Json>> = {
  id: least,
  text: fittingText,
  longText: fittingText,
  html: fittingText,
  email: () => `${randomWord()}@campus.example`,
  url: () => `https://${randomWord()}.campus.example/`,
  link: () => '/content/static/about',
  color: () => '#336699',
  integer: least,
  number: least,
  percent: least,
  size: least,
  money: least,
  hour: least,
  boolean: () => true,
  date: () => '2030-01-07',
  dateTime: ({ position }) => new Date(FIRST_HOUR + position * 3_600_000).toISOString(),
  time: () => '09:30:00',
  month: () => '2030-01',
  enum: ({ property }) => property.enum?.[0] ?? null,
  enums: () => [],
  strings: () => [],
  dates: () => [],
  rule: () => 'FREQ=DAILY',
  reference: async ({ services, property }) => (await makeRow(services, property['x-reference'] ?? '')).id ?? null,
  references: () => [],
  file: async ({ services, resource, field }) => {
    const file = await makeRow(services, 'files', { resource, field, name: 'Plan.pdf' });
    return fileValue({ id: String(file['id']), size: Number(file['size']), name: 'Plan.pdf' });
  },
  image: async ({ services, resource }) =>
    resource === 'images'
      ? `${randomWord()}${randomWord().slice(0, 8)}-640x480.webp`
      : ((await makeRow(services, 'images'))['file'] ?? null),
  numbers: ({ property }) => Array.from({ length: property.minItems ?? 0 }, () => 0),
  group: () => ({}),
  rows: async ({ services, resource, property: { items, minItems = 0 } }) => {
    const row = await objectOf(services, resource, items ?? {});
    return Array.from({ length: minItems }, () => row);
  },
  variants: ({ services, resource, property: { oneOf = [] } }) => objectOf(services, resource, oneOf[0] ?? {}),
  keyValue: () => ({}),
  json: ({ property }) => (property.type === 'array' ? [] : {}),
};

function randomWord(): string {
  return randomBytes(6).toString('hex');
}

function fittingText({ property: { pattern, maxLength = 20 } }: Wanted): string {
  const random = randomWord();
  const candidates = [`x${random}`, `/x${random}`].map((text) => text.slice(0, maxLength));
  const fitting = candidates.find((text) => new RegExp(pattern ?? '', 'u').test(text));
  if (fitting === undefined) throw new Error(`No text of the factory matches ${pattern}.`);
  return fitting;
}
