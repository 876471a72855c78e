import type { ExportFormat } from './export-formats.ts';
import type { Json } from '../values/json.ts';

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
    /** Money fields whose sums over all rows that match are shown. Default: none. */
    sums?: string[];
    /** Whether pages of records that it refers to list its records. Default: true. */
    onRecords?: boolean;
    /** How often an open list is read again. Default: never. */
    refreshSeconds?: number;
    /** Names of the resources and reports that the list links to, itself included. Default: none. */
    related?: string[];
  };
  /** Files besides CSV that the list is exported as. Default: none. */
  exports?: ExportFormat[];
  form: FormSection[];
  /** Rules across fields, those that follow from the calendar last. The first that is broken at a field is shown there. */
  rules: RecordRule[];
  /**
   * exact: count(*). estimated: exact up to 10,000, above that the planner's estimate until the rows are counted. quick: the
   * estimate, and exact where it is at most 1,000. Default: estimated.
   */
  count: 'exact' | 'estimated' | 'quick';
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
