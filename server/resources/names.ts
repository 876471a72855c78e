import {
  formatClock,
  formatDay,
  formatHour,
  formatInstant,
  formatMoney,
  formatPercent,
  formatMonth,
} from '../../domain/values/formats.ts';
import type { Actor } from '../../domain/declarations/actor.ts';
import { fileFacts } from '../../domain/values/file-value.ts';
import { htmlText } from '../../domain/html/html-text.ts';
import { KINDS, type TextForm } from '../../domain/declarations/kinds.ts';
import { describeRuleText } from '../../domain/hours/describe-rule.ts';
import { MAX_ROWS, type ListQuery } from '../../domain/declarations/list-query.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import type { AccessResolver } from './access-resolver.ts';

type Id = string | number;

/** Returns rows as far as their reader may see them: the engine. */
export interface RowSource {
  resolver: AccessResolver;
  list(actor: Actor, name: string, query: ListQuery): Promise<{ rows: Row[] }>;
}

/** A name may contain a reference whose name contains a reference, but no deeper. */
const DEPTH = 2;

/** Cache limit per resource, so that long exports use bounded memory. */
const MOST_KNOWN = 10_000;

/** The names of rows (`config.represent`), as far as the caller may see them. */
export class Names {
  private readonly source: RowSource;
  private readonly actor: Actor;
  private readonly known = new Map<string, Map<Id, string>>();

  constructor(source: RowSource, actor: Actor) {
    this.source = source;
    this.actor = actor;
  }

  get zone(): string {
    return this.source.resolver.model.site.timezone;
  }

  /** The rows with references replaced by names; the id of a row that the caller may not see remains. */
  async inRows(fields: readonly Field[], rows: readonly Row[], depth = 0): Promise<Row[]> {
    const referring = fields.filter((field) => field.reference !== undefined);
    const names = new Map<string, Map<Id, string>>();
    for (const { name, reference = '' } of referring) {
      names.set(
        name,
        await this.of(
          reference,
          rows.flatMap((row) => idsIn(row[name])),
          depth,
        ),
      );
    }
    return rows.map((row) => {
      const named = { ...row };
      for (const { name } of referring) named[name] = replaced(row[name] ?? null, names.get(name));
      return named;
    });
  }

  /** The name of each row, by `template` instead of `config.represent` where it is given. */
  async titles(resource: Resource, rows: readonly Row[], template = resource.config.represent): Promise<string[]> {
    const parts = await this.inRows(representedFields(resource, template), rows);
    return rows.map((row, index) => this.text(resource, parts[index] ?? row, template));
  }

  private async of(name: string, ids: readonly Id[], depth: number): Promise<Map<Id, string>> {
    const resource = this.source.resolver.resource(name);
    const known = this.known.get(name) ?? new Map<Id, string>();
    this.known.set(name, known);
    if (known.size > MOST_KNOWN) known.clear();
    const wanted = [...new Set(ids)].filter((id) => !known.has(id));
    if (wanted.length === 0 || depth > DEPTH || !this.source.resolver.canRead(this.actor, resource)) return known;
    for (let start = 0; start < wanted.length; start += MAX_ROWS) {
      const filter = { id: wanted.slice(start, start + MAX_ROWS) };
      const { rows } = await this.source.list(this.actor, name, { filter });
      const template = resource.config.represent;
      const parts = await this.inRows(representedFields(resource, template), rows, depth + 1);
      rows.forEach((row, index) => known.set(row['id'] as Id, this.text(resource, parts[index] ?? row, template)));
    }
    return known;
  }

  private text(resource: Resource, row: Row, template: string): string {
    const text = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
      const value = row[name] ?? null;
      const field = resource.fields.find((one) => one.name === name);
      return value === null || !field ? '' : fieldText(value, { field, zone: this.zone });
    });
    return text.trim() === '' ? String(row['id']) : text;
  }
}

export interface FieldPlace {
  field: Field;
  zone: string;
}

const asIs = (value: Json): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const number =
  (write: (value: number) => string) =>
  (value: Json): string =>
    typeof value === 'number' ? write(value) : asIs(value);

/** A value as people read it: in the name of its row, and in a file for people. */
export function fieldText(value: Json, place: FieldPlace): string {
  return TEXTS[KINDS[place.field.kind].text](value, place);
}

const TEXTS: Record<TextForm, (value: Json, place: FieldPlace) => string> = {
  asIs,
  prose: asIs,
  html: (value) => htmlText(asIs(value)),
  number: asIs,
  percent: number(formatPercent),
  size: asIs,
  money: number(formatMoney),
  hour: number(formatHour),
  yesNo: (value) => (value === true ? 'Yes' : 'No'),
  day: (value) => formatDay(asIs(value)),
  instant: (value, { zone }) => formatInstant(asIs(value), zone),
  time: (value) => formatClock(asIs(value)),
  month: (value) => formatMonth(asIs(value)),
  label: (value, { field }) => {
    const choiceLabel = (item: Json) => field.options?.find((option) => option.value === item)?.label ?? asIs(item);
    return Array.isArray(value) ? value.map(choiceLabel).join(', ') : choiceLabel(value);
  },
  fileName: (value) => fileFacts(asIs(value))?.name ?? asIs(value),
  rule: (value, { zone }) => (typeof value === 'string' ? describeRuleText(value, null, zone) : asIs(value)),
  json: asIs,
};

function representedFields(resource: Resource, template: string): Field[] {
  return resource.fields.filter((field) => template.includes(`{${field.name}}`));
}

function idsIn(value: Json | undefined): Id[] {
  return [value].flat().filter((id) => typeof id === 'number' || typeof id === 'string');
}

function replaced(value: Json, names: ReadonlyMap<Id, string> | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => replaced(item, names));
  return typeof value === 'number' || typeof value === 'string' ? (names?.get(value) ?? value) : value;
}
