import { randomBytes } from 'node:crypto';
import type { Actor } from '../../domain/actor.ts';
import type { Json, PropertySchema, Row } from '../../domain/model.ts';
import type { Services } from '../../server/services.ts';

const SYSTEM: Actor = { id: null, username: null, roles: [], groupIds: [], isKiosk: false, system: true, ip: null };
const FIRST_HOUR = Date.UTC(2030, 0, 7, 15);
const OPTIONS = { roles: 'Student', resources: 'categories', timezones: 'America/Denver' };
const TEXTS: Record<string, string> = {
  email: 'somebody@campus.example',
  uri: 'https://campus.example/',
  link: '/content/static/about',
  color: '#336699',
  date: '2030-01-07',
  time: '09:30:00',
};

/** Makes a row of any declared resource, and the rows that it must refer to, whatever its schema requires. */
export async function makeRow(services: Services, resource: string, given: Row = {}): Promise<Row> {
  return services.engine.create(SYSTEM, resource, await newData(services, resource, given), { command: true });
}

/** What a valid `create` of the resource sends: its required fields, and `given`. */
export async function newData(services: Services, name: string, given: Row = {}): Promise<Row> {
  const resource = services.model.resources.get(name);
  if (!resource) throw new Error(`There is no resource ${name}.`);
  const data: Row = {};
  for (const field of resource.schema.required ?? []) {
    if (!(field in given))
      data[field] = await valueOf(services, name, resource.schema.properties[field]!, Object.keys(data).length);
  }
  return { ...data, ...given };
}

async function valueOf(
  services: Services,
  resource: string,
  property: PropertySchema,
  position: number,
): Promise<Json> {
  if (property['x-reference']) return (await makeRow(services, property['x-reference'])).id ?? null;
  if (property.enum) return property.enum[0] ?? null;
  if (property.format === 'image' && resource !== 'images') return (await makeRow(services, 'images'))['file'] ?? null;
  if (property['x-options']) return OPTIONS[property['x-options']];
  switch (property.type) {
    case 'string':
      return textOf(property, position);
    case 'integer':
    case 'number':
      return property.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
  }
}

function textOf({ format, pattern, maxLength = 20 }: PropertySchema, position: number): string {
  const random = randomBytes(6).toString('hex');
  if (format === 'date-time') return new Date(FIRST_HOUR + position * 3_600_000).toISOString();
  if (format === 'image') return `${random}${random.slice(0, 8)}-640x480.webp`;
  if (format === 'uri') return `https://campus.example/${random}`;
  if (format !== undefined && TEXTS[format] !== undefined) return TEXTS[format];
  const candidates = [`x${random}`, `/x${random}`].map((text) => text.slice(0, maxLength));
  const fitting = candidates.find((text) => new RegExp(pattern ?? '', 'u').test(text));
  if (fitting === undefined) throw new Error(`No text of the factory matches ${pattern}.`);
  return fitting;
}
