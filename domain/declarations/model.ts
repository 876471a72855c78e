/**
 * The declarations as both sides read them. A `Resource` is one pair of files (`schemas/resources/x.json`, `config/resources/x.json`)
 * with all defaults filled in. The server builds the model once at start (server/declarations); the browser receives the part that the
 * caller may see (GET /api/model/shell, GET /api/model).
 */

import type { ActionDeclaration } from './actions.ts';
import type { BoardDeclaration } from './boards.ts';
import type { Capability } from './capabilities.ts';
import type { IconName } from './icons.ts';
import type { Json } from '../values/json.ts';
import type { Messages } from '../messages/messages.ts';
import type { ReportDeclaration } from './reports.ts';
import type { CardSchema, PropertySchema, ResourceSchema } from './schemas.ts';
import type { Term } from '../values/terms.ts';
import type { TicketRules } from '../sessions/tickets.ts';
import type { Tone } from './tones.ts';

export type Row = Record<string, Json>;

/**
 * `when`: the section is shown only while these fields have these values; hidden fields are saved as empty.
 * `collapsed`: on a page it begins as one line. Default: all but the first, in a form of six sections or more.
 */
export type FormSection = {
  section: string;
  description?: string;
  fields: string[];
  when?: Record<string, Json>;
  collapsed?: boolean;
};

export interface CalendarConfig {
  /** A date or dateTime. */
  start: string;
  /** Of the same kind: the last date, or the instant at which it ends. Absent only with a date, which is then one day. */
  end?: string;
  /** Default: `represent`. */
  title?: string;
  /** A reference or an enumeration: the columns of a day. */
  column?: string;
  /** An enumeration, shown with the title. */
  kind?: string;
  /** A color. */
  color?: string;
  /** The text of a recurrence rule; only with instants. */
  rule?: string;
  /** The local dates on which an occurrence is left out; only with a rule. */
  except?: string;
  /** Several dates instead of one period: a list of objects whose properties are named like start and end. Not with a rule. */
  dates?: string;
  /** Occurrences are moved and deleted by POST and DELETE /api/{resource}/{id}/occurrences/{date}; only with a rule. Default: false. */
  occurrences?: boolean;
}

export type CalendarPart = Exclude<keyof CalendarConfig, 'occurrences'>;

export const CALENDAR_PARTS = [
  'start',
  'end',
  'title',
  'column',
  'kind',
  'color',
  'rule',
  'except',
  'dates',
] as const satisfies CalendarPart[];

/** A rule across the fields of a record. */
export interface RecordRule {
  /** Where the message is shown. */
  field: string;
  /** The record is refused while this holds. */
  when: Record<string, Json>;
  message: string;
}

/** config/resources/x.json. Every property is optional there; `Resource.config` has the defaults filled in. */
export interface ResourceConfig {
  /** Plural, as in menus and titles. Default: the schema's title. */
  label: string;
  /** The plural within a sentence: "kinds of events". Default: the label. */
  plural?: string;
  /** Name of an icon of src/ui/icons. Default: "table". */
  icon: string;
  /** Path of the list page. Default: /admin/{name}. */
  path: string;
  /** Path of the edit page with {id}; default: {path}/{id}. Create: default {path}/create. Detail: {path}/{id}/show. */
  editPath?: string;
  createPath?: string;
  /** How a row is named in references: "{lastName}, {firstName}". Default: the first string property. */
  represent: string;
  list: {
    columns: string[];
    /** Those of the columns that only a wide window shows by default. Default: none. */
    wide?: string[];
    /** "q" and property names. */
    filters: string[];
    sort: [field: string, order: 'ASC' | 'DESC'];
    /** A dateTime: a list opened without a filter shows the records whose value is today or later. Default: all records. */
    upcoming?: string;
    pageSize: number;
    lead?: string;
    /** Fields whose filter is always offered; "instanceId.eventId": of a record that it refers to. Default: none. */
    pinned?: string[];
    /** What a list without any records says. */
    empty?: { title: string; text: string };
    /** By reference: a button on the page of the record that it refers to, which creates a record for it. */
    addFrom?: Readonly<Record<string, string>>;
    /** Whether pages of records that it refers to list its records. Default: true. */
    onRecords?: boolean;
    /** How often an open list is read again. Default: never. */
    refreshSeconds?: number;
    /** Names of the resources and reports that the list links to, itself included. Default: none. */
    related?: string[];
  };
  form: FormSection[];
  /** Rules across fields, those that follow from the calendar last. The first that is broken at a field is shown there. */
  rules: RecordRule[];
  /** exact: count(*). estimated: exact up to 10,000, the planner's estimate above. Default: estimated. */
  count: 'exact' | 'estimated';
  /** Writes that the generic routes accept; others are left to commands. Default: all true. */
  writes: { create: boolean; update: boolean; delete: boolean };
  /** Fields that only commands write, in addition to the schema's x-computed. */
  commandFields: string[];
  /**
   * Fields that only commands write and that an undo restores with the rest of their change, and, with `rows`, the
   * creation and deletion of rows. Default: nothing.
   */
  undo?: { fields?: string[]; rows?: boolean };
  /**
   * A duplicate: `with` names the references ("prerequisites.eventId") whose rows are copied too, `values` what it starts with
   * instead of the value of the original. Default: neither.
   */
  duplicate?: { with?: string[]; values?: Record<string, Exclude<Json, object>> };
  /** Deleting sets deletedAt and keeps the row. Default: false. */
  softDelete: boolean;
  /** No routes, menu entry or permission target (sessions, credentials). Default: false. */
  internal: boolean;
  cached: boolean;
  /** People are notified of changes: before several records are changed, the list says how many, and takes a note. Default: false. */
  notifiesOfChanges?: boolean;
  /** The calendar beside the list. Default: none. */
  calendar?: CalendarConfig;
  recipients?: string;
  /** The message event by which staff write to its people. Default: announcement. */
  recipientsEvent?: string;
  /** Label of the link at lists with recipients that leads to the page that creates a record for their people. Default: none. */
  forRecipients?: string;
  /** Menu group of the entry when config/menu.json has none for its path. Default: "Settings"; null: no entry. */
  menu: string | null;
}

/** The kinds of fields; `KINDS` (domain/declarations/kinds.ts) defines what each means on every surface. */
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
  | 'dates'
  | 'enums'
  | 'email'
  | 'url'
  | 'link'
  | 'color'
  | 'file'
  | 'image'
  | 'rule'
  | 'numbers'
  | 'group'
  | 'rows'
  | 'variants'
  | 'keyValue'
  | 'json';

/** A property or engine field with its derived kind (`fieldsOf`). */
export interface Field {
  name: string;
  title: string;
  description?: string;
  kind: FieldKind;
  schema: PropertySchema;
  required: boolean;
  /** id, version, createdAt ...: present on every resource, never in its schema. */
  engine: boolean;
  /** Not writable through the generic routes. */
  readOnly: boolean;
  /** The referenced resource, for reference and references fields. */
  reference?: string;
  /** The row's reference that leads to the row with this field, which is then named "instanceId.eventId" (`fieldThrough`). */
  through?: Field;
  options?: Option[];
  /** Omitted from list responses. */
  long: boolean;
  searchable: boolean;
}

export interface Option {
  value: string | number;
  label: string;
  /** How the option is displayed, where the property declares tones. */
  look?: { tone: Tone; icon: IconName };
}

export interface Resource {
  name: string;
  schema: ResourceSchema;
  config: ResourceConfig;
  /** `id`, the schema's properties in order, then the other engine fields. */
  fields: Field[];
  idKind: 'integer' | 'uuid';
  /** Commands that its pages offer, the transitions of its state table included. */
  actions: ActionDeclaration[];
}

/** The data of a card type: schemas/cards/{type}.json. It has fields like a resource, so the same checks and forms apply. */
export interface CardDeclaration {
  type: string;
  schema: CardSchema;
  fields: Field[];
}

export interface Role {
  name: string;
  label: string;
  description?: string;
  /** public: held by everyone. member: held by everyone who is logged in. */
  implicit?: 'public' | 'member';
  /** Empty where none is declared; all where `everything` is. */
  capabilities: Capability[];
  /** It grants nothing beyond what any account has, so door staff can link a card to its holders. */
  isUnprivileged: boolean;
  /** Its accounts belong to devices, which request no new password by mail. */
  isDevice?: boolean;
}

/** Site settings that enable or disable routes. */
export type RouteSetting = 'showLinksManager';

export type AddressSetting = 'inventoryURL' | 'internalDocsURL';

export interface RouteDeclaration {
  /** As in the specification's table 2.1; the page title derives from it. */
  name: string;
  /** React Router pattern: /requests/viewsubmission/:id/:role */
  path: string;
  login: boolean;
  /** At least one of these. Empty: open to everyone. Roles with every permission are always among them. */
  requiredRoles: string[];
  kioskAllowed: boolean;
  backgroundTheme: 'dark' | 'light';
  category?: string;
  manualTracking?: boolean;
  /** Query parameters that the rendered page depends on; all others are ignored when rendering on the server. */
  query?: string[];
  /** Parameters of the path that are whole numbers; with anything else there the route does not match. */
  numeric?: string[];
  /** The site setting that must be enabled. */
  setting?: RouteSetting;
  /** "portal:login", "console:formEditor", or "resource:events" for generated pages. */
  screen: string;
  /** Whether the page is in the compact frame of staff pages, or for which values of its path's parameters; see isStaffPage. */
  staff?: boolean | Record<string, string>;
  filter?: Record<string, string>;
}

export interface MenuEntry {
  label: string;
  icon?: string;
  /** In-app path, or with newTab an absolute or /api/ address. */
  to?: string;
  /** The site setting with the address instead; the entry is hidden without one and opens in a new tab. */
  setting?: AddressSetting;
  roles: string[];
  noKiosk?: boolean;
  hiddenOnMobile?: boolean;
  /** On a phone under More, unless all entries fit. */
  underMore?: boolean;
  /** A content page, placed here by its settings. */
  isPage?: boolean;
  newTab?: boolean;
  /** Shown only when logged out or logged in. */
  when?: 'loggedOut' | 'loggedIn';
  /** An action instead of a link. */
  action?: 'logout';
  /** The number beside its label, while it is above 0. */
  badge?: 'unreadMessages';
  /** The entries of this section are in the menu of the account too. */
  inAccountMenu?: boolean;
  /** The heading that it has within its section. Entries of one heading follow each other. */
  heading?: string;
  entries?: MenuEntry[];
}

export type SiteSetting = 'timezone' | 'locale' | 'currency' | 'terms' | 'uploadMegabytes';

export interface SiteConfig {
  productName: string;
  /** The institution's identity name, shown in the username label. */
  identityName: string;
  /** IANA zone of the campus, from the system setting; the server reads it at each use. */
  timezone: string;
  /** How dates and times are written (BCP 47): the system setting. */
  locale: string;
  /** ISO 4217: the system setting. Amounts are stored in its minor units. */
  currency: string;
  /** Description for search engines, for pages without their own. */
  description?: string;
  /** The terms of the academic year: the system setting. */
  terms: Term[];
  /** The size limit of files whose field names none: the system setting. */
  uploadMegabytes: number;
  /** Hosts whose pages HTML may embed in frames. */
  frameHosts: string[];
  documentation: DocumentationConfig;
}

/** The sources of the header search; its calls are at /api/{system}/search. */
export interface DocumentationConfig {
  system: string;
  sources: SearchSource[];
}

/** `url` is that of a BookStack server; `tokenVariable` names the environment variable with "id:secret". */
export interface SearchSource {
  name: string;
  kind: 'site' | 'sessions' | 'forms' | 'bookstack';
  url?: string;
  tokenVariable?: string;
  timeoutMs?: number;
  patienceMs?: number;
}

/** A page on which a setting shows. */
export interface SettingPlace {
  label: string;
  to: string;
}

/** Settings that are changed together; a setting's key is "{group}.{name}". */
export interface SettingGroup {
  name: string;
  title: string;
  description?: string;
  /** The settings as fields of a form. Their defaults hold while nothing is stored. */
  properties: Record<string, PropertySchema>;
  fields: Field[];
  /** By setting: where it acts. */
  where: Record<string, SettingPlace[]>;
}

/** Everything loaded from schemas/ and config/ at start. */
export interface Model {
  resources: Map<string, Resource>;
  cardTypes: Map<string, CardDeclaration>;
  messages: Messages;
  tickets: TicketRules;
  roles: Role[];
  routes: RouteDeclaration[];
  menu: MenuEntry[];
  settings: SettingGroup[];
  reports: ReportDeclaration[];
  /** In the order of their roles. */
  boards: BoardDeclaration[];
  site: SiteConfig;
  revision: string;
}

/** Fields of every resource; `deletedAt` only with `softDelete`. */
export const ENGINE_FIELDS = ['id', 'version', 'createdAt', 'createdById', 'updatedAt', 'updatedById'] as const;
