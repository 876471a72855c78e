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
import type { ResourceConfig } from './resource-config.ts';
import type { CardSchema, PropertySchema, ResourceSchema } from './schemas.ts';
import type { MenuEntry, RouteDeclaration, SettingPlace, SiteConfig } from './site.ts';
import type { TicketRules } from '../sessions/tickets.ts';
import type { Tone } from './tones.ts';

export type Row = Record<string, Json>;

/** The kinds of fields; `KINDS` (domain/declarations/kinds.ts) defines what each means on every surface. */
export type FieldKind =
  | 'id'
  | 'text'
  | 'longText'
  | 'html'
  | 'integer'
  | 'number'
  | 'percent'
  | 'size'
  | 'money'
  | 'hour'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'month'
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
  /** Held at a kiosk after card and PIN. Other privileged roles are never held there. */
  withPin?: boolean;
  /** Its accounts belong to devices, which request no new password by mail. */
  isDevice?: boolean;
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
