/**
 * The declarations as both sides read them. A `Resource` is one pair of files
 * (`schemas/resources/x.json`, `config/resources/x.json`) with every default filled in; the server
 * builds the list once at start (server/declarations) and the browser receives the part of it
 * that the caller may see (GET /api/model/shell, GET /api/model).
 */

import type { IconName } from './icons.ts';
import type { Tone } from './tones.ts';

/** JSON values as they travel over the wire and lie in rows. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A row of a resource. Keys are the schema's property names plus the engine's own fields. */
export type Row = Record<string, Json>;

/** What a text holds. A new one: a line in FORMAT_KINDS (domain/fields.ts), and the compiler names the rest. */
export type Format = 'date' | 'date-time' | 'time' | 'email' | 'uri' | 'color' | 'html' | 'file' | 'image' | 'link';

/** {"confirmed": "booked"}: what is "confirmed" now was "booked". */
export type FormerValues = Record<string, string | string[]>;

/** One property of a resource schema: draft-07 plus our annotations (schemas/meta/resource.json). */
export interface PropertySchema {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  title?: string;
  description?: string;
  format?: Format;
  enum?: (string | number)[];
  default?: Json;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: PropertySchema;
  properties?: Record<string, PropertySchema>;
  required?: string[];
  additionalProperties?: boolean | PropertySchema;
  /** The forms that an object may take (domain/variants.ts), told apart by the `const` of one property that all of them have. */
  oneOf?: PropertySchema[];
  discriminator?: { propertyName: string };
  const?: string;
  readOnly?: boolean;
  /** Foreign key to a resource; on the items of an array: a list of ids of that resource. */
  'x-reference'?: string;
  /**
   * What happens to this row when the referenced one is deleted. Default: restrict. keep: it stays with one that is deleted
   * softly, so that both can come back, and goes when that one is really gone.
   */
  'x-on-delete'?: 'restrict' | 'cascade' | 'set-null' | 'keep';
  'x-unique'?: boolean;
  'x-index'?: boolean;
  'x-search'?: boolean;
  /** HTML that may embed frames of the hosts of config/site.json. */
  'x-frames'?: boolean;
  'x-long'?: boolean;
  'x-owner'?: boolean;
  /** Former names of the property, and former values of its enumeration by the present one. */
  'x-was'?: string | FormerValues | (string | FormerValues)[];
  'x-money'?: boolean;
  'x-bytes'?: boolean;
  /** A decimal hour of the day (domain/hour-text.ts): what it begins or ends says which midnight 12 AM is. */
  'x-hour'?: 'start' | 'end';
  /** With format image. icon: a logo or icon, kept sharp and see-through (PNG). */
  'x-image'?: 'icon';
  'x-computed'?: boolean;
  /** The words shown for enum values ({"InProcess": "In process"}), or for the places of a list of fixed length ({"0": "Sunday"}). */
  'x-labels'?: Record<string, string>;
  /** The colours of enum values: a property that has some shows all its values as chips, grey without one. */
  'x-tones'?: Record<string, Tone>;
  /** The icons of those chips. Default: one that says the same as the colour. */
  'x-icons'?: Record<string, string>;
  /** What an empty value means: "Every location". Shown in its place. */
  'x-empty'?: string;
  /** Values come from a declared list instead of `enum`. */
  'x-options'?: 'roles' | 'resources' | 'timezones';
}

/** schemas/resources/x.json */
export interface ResourceSchema {
  title: string;
  description?: string;
  type: 'object';
  additionalProperties: false;
  required?: string[];
  properties: Record<string, PropertySchema>;
  /** Kind of primary key. Default: integer. */
  'x-id'?: 'integer' | 'uuid';
  /** Sets of properties that are unique together. */
  'x-unique-together'?: string[][];
  /** Former resource names: the table is renamed, its rows kept. */
  'x-was'?: string | string[];
}

/** schemas/cards/x.json */
export interface CardSchema extends Omit<ResourceSchema, 'x-id' | 'x-unique-together' | 'x-was'> {
  'x-icon': string;
  /** Sets of list properties whose entries belong together, such as ["links", "linkTexts"]. */
  'x-equal-lengths'?: string[][];
}

/** `when`: only while these fields have these values; what is hidden is saved as empty. */
export type FormSection = { section: string; description?: string; fields: string[]; when?: Record<string, Json> };

/** config/resources/x.json. Everything but the file itself is optional; `Resource.config` has the defaults filled in. */
export interface ResourceConfig {
  /** Plural, as in menus and titles. Default: the schema's title. */
  label: string;
  /** What several of them are called inside a sentence: "kinds of events". Default: the label. */
  plural?: string;
  /** Name of an icon of src/ui/icons. Default: "table". */
  icon: string;
  /** Path of the list page. Default: /admin/{name}. */
  path: string;
  /** Path of the edit page with {id}; default: {path}/{id}. Create: default {path}/create. Detail: {path}/{id}/show. */
  editPath?: string;
  createPath?: string;
  /** How a row is named where it is referred to: "{lastName}, {firstName}". Default: the first string property. */
  represent: string;
  list: {
    columns: string[];
    /** "q" and property names. */
    filters: string[];
    sort: [field: string, order: 'ASC' | 'DESC'];
    pageSize: number;
  };
  form: FormSection[];
  /** Which writes the generic routes take. Others go through commands only. Default: all true. */
  writes: { create: boolean; update: boolean; delete: boolean };
  /** Fields that only commands write, over the schema's own x-computed. */
  commandFields: string[];
  /** Delete keeps the row and sets deletedAt. Default: false. */
  softDelete: boolean;
  /** A table without routes, menu or permission target (sessions, credentials). Default: false. */
  internal: boolean;
  /** Answers to visitors are kept in memory until a row of a cached resource changes. Default: false. */
  cached: boolean;
  /** Menu group the entry is added to when config/menu.json has no entry for its path. Default: "Settings"; null: none. */
  menu: string | null;
}

/** What a kind means on every surface: `KINDS` (domain/kinds.ts). */
export type FieldKind =
  | 'id'
  | 'text'
  | 'longText'
  | 'html'
  | 'integer'
  | 'number'
  | 'size'
  | 'money'
  | 'hour'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'enum'
  | 'reference'
  | 'references'
  | 'strings'
  | 'enums'
  | 'email'
  | 'url'
  | 'link'
  | 'color'
  | 'file'
  | 'image'
  | 'numbers'
  | 'group'
  | 'rows'
  | 'variants'
  | 'keyValue'
  | 'json';

/** A property or engine field, interpreted. The one place where a schema becomes a kind: `fieldsOf`. */
export interface Field {
  name: string;
  title: string;
  description?: string;
  kind: FieldKind;
  schema: PropertySchema;
  required: boolean;
  /** id, version, createdAt ...: present on every resource, never in its schema. */
  engine: boolean;
  /** Nobody writes it through the generic routes. */
  readOnly: boolean;
  /** The referenced resource, for reference and references. */
  reference?: string;
  /** Allowed values, for enum and enums. */
  options?: Option[];
  /** Not in list answers. */
  long: boolean;
  searchable: boolean;
}

export interface Option {
  value: string | number;
  label: string;
  /** How it looks where the property has colours for its values. */
  look?: { tone: Tone; icon: IconName };
}

export interface Resource {
  name: string;
  schema: ResourceSchema;
  config: ResourceConfig;
  /** Engine fields first (id), then the schema's in order, then the other engine fields. */
  fields: Field[];
  idKind: 'integer' | 'uuid';
}

/** What cards of a type hold: schemas/cards/{type}.json. Its fields are those of a resource, so the same checks and forms serve. */
export interface CardDeclaration {
  type: string;
  schema: CardSchema;
  fields: Field[];
}

export interface Role {
  name: string;
  label: string;
  description?: string;
  /** public: held by everybody, logged in or not. member: held by everybody logged in. */
  implicit?: 'public' | 'member';
}

/** Site settings that open and close routes. */
export type RouteSetting = 'showLinksManager';

/** One entry of config/routes.json, or the one a resource without an entry gets. */
export interface RouteDeclaration {
  /** As in the specification's table 2.1; the page title is made from it. */
  name: string;
  /** React Router pattern: /requests/viewsubmission/:id/:role */
  path: string;
  login: boolean;
  /** At least one of them, or Administrator. Empty: open. */
  requiredRoles: string[];
  kioskAllowed: boolean;
  backgroundTheme: 'dark' | 'light';
  category?: string;
  manualTracking?: boolean;
  /** Query parameters that the rendered page depends on. A document is rendered without any others. */
  query?: string[];
  /** The site setting that must be on. */
  setting?: RouteSetting;
  /** "portal:login", "console:formEditor", or "resource:events" for the generated pages. */
  screen: string;
  /** What the generated list at this path is filtered by, as long as its address says nothing else. */
  filter?: Record<string, RouteFilter>;
}

/**
 * A value from the address: ":id" of the path, "?eventId" of the query. With `resource`: the ids of its rows that have the
 * value in one of `fields`.
 */
export type RouteFilter = string | { value: string; resource: string; fields: string[] };

export interface MenuEntry {
  label: string;
  icon?: string;
  /** In-app path, or with newTab an absolute or /api/ address. */
  to?: string;
  roles: string[];
  noKiosk?: boolean;
  hiddenOnMobile?: boolean;
  newTab?: boolean;
  /** Shown only when logged out / in. */
  when?: 'loggedOut' | 'loggedIn';
  /** Acts instead of navigating. */
  action?: 'logout';
  entries?: MenuEntry[];
}

export interface SiteConfig {
  productName: string;
  /** The institution's identity name, shown in the username label. */
  identityName: string;
  /** IANA zone of the campus. */
  timezone: string;
  /** For search engines, where a page has none of its own. */
  description?: string;
  /** Hosts whose pages raw HTML may embed in frames. */
  frameHosts: string[];
  documentation: DocumentationConfig;
}

/** What the search in the header looks through; its calls are at /api/{system}/search. */
export interface DocumentationConfig {
  system: string;
  sources: SearchSource[];
}

/** `url` is that of a BookStack server; `tokenVariable` names the environment variable with "id:secret". */
export interface SearchSource {
  name: string;
  kind: 'site' | 'bookstack';
  url?: string;
  tokenVariable?: string;
  timeoutMs?: number;
}

/** Everything read from schemas/ and config/ at start. */
export interface Model {
  resources: Map<string, Resource>;
  cardTypes: Map<string, CardDeclaration>;
  roles: Role[];
  routes: RouteDeclaration[];
  menu: MenuEntry[];
  site: SiteConfig;
  /** Hash of all declarations: changes when any file changes. */
  revision: string;
}

/** What every page needs of the site's declarations; `documentation.system` alone of its search. */
export type ClientSite = Omit<SiteConfig, 'documentation'> & { documentation: Pick<DocumentationConfig, 'system'> };

/** GET /api/model/shell: what the frame of every page needs. Strong ETag over (revision, permission revision, roles). */
export interface ShellModel {
  revision: string;
  site: ClientSite;
  roles: Role[];
  routes: RouteDeclaration[];
  menu: MenuEntry[];
  /** Names of the resources whose list this caller may read. */
  listable: string[];
}

/** GET /api/model: the resources that this caller may see. Its ETag is made as the shell model's. */
export interface ClientModel {
  revision: string;
  resources: ClientResource[];
}

export interface ClientResource {
  name: string;
  config: ResourceConfig;
  idKind: 'integer' | 'uuid';
  /** Readable fields only; `readOnly` is true where this caller may not write. */
  fields: Field[];
  /** draft-07 schema of the writable fields, as the create and edit forms use it. */
  formSchema: { create: ResourceSchema; update: ResourceSchema };
  /** Addresses of the precompiled RJSF validators of formSchema. */
  validators: { create: string; update: string };
  can: { list: boolean; create: boolean; update: boolean; delete: boolean; export: boolean; history: boolean };
}

/** The fields every resource has. `deletedAt` only where the config says softDelete. */
export const ENGINE_FIELDS = ['id', 'version', 'createdAt', 'createdById', 'updatedAt', 'updatedById'] as const;
