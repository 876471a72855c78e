import { sql } from 'kysely';
import { ALWAYS, isAlways, type Condition } from '../../domain/declarations/condition.ts';
import { operandOf } from '../../domain/declarations/kinds.ts';
import type { Field, Model } from '../../domain/declarations/model.ts';
import type { Dimension, DimensionStep, Measure, ReportFilter } from '../../domain/declarations/reports.ts';
import type { Term } from '../../domain/values/terms.ts';
import type { Sql } from './condition-sql.ts';
import type { View } from './view.ts';

/** What the groups of a report depend on besides its rows. */
export interface ReportSettings {
  /** IANA zone of the days, weeks and hours. */
  timezone: string;
  /** Of hours and weekdays: of the report. Default: `timezone`. */
  zone?: Sql;
  terms: readonly Term[];
}

/** The key of each row's group, and what has to be joined to the table for it. */
export interface Grouping {
  key: Sql;
  join: Sql;
}

const NOTHING = sql``;

/** Rows with several values in a list are in several groups; those with an empty list, in that without a value. */
export function groupingOf(view: View, { field: name, by }: Dimension, settings: ReportSettings): Grouping {
  const field = readable(view, name);
  const value = view.value(field);
  if (by !== 'value') {
    // "offset 0": evaluated once for each row, however often the key reads it.
    const zone = settings.zone && CLOCK_STEPS.has(by) ? settings.zone : sql`${settings.timezone}`;
    const moment = sql`select ${localTime(field, value, zone)} as "#at" offset 0`;
    return { key: PARTS[by](sql`"#at"`, settings), join: sql`cross join lateral (${moment}) as "#moment"` };
  }
  const operand = operandOf(field);
  if (operand?.list !== true) return { key: value, join: NOTHING };
  const item = sql`"#item" #>> '{}'`;
  return {
    key: operand.type === 'integer' ? sql`(${item})::bigint` : item,
    join: sql`left join lateral jsonb_array_elements(coalesce(${value}, '[]')) as "#items"("#item") on true`,
  };
}

/** Periods are those of the site, as the days that limit the report. */
const CLOCK_STEPS: ReadonlySet<DimensionStep> = new Set(['weekday', 'hour', 'hourOfWeek']);

/** The zone to which a path of references leads. It is not part of what the report shows, so its reader need not be able to read it. */
export function zoneSql(view: View, path: string, model: Pick<Model, 'resources' | 'site'>): Sql {
  const [first = '', ...others] = path.split('.');
  let { fields } = view.resource;
  let reference = fields.find(({ name }) => name === first)?.reference;
  let value = sql`${sql.ref(first)}`;
  for (const name of others) {
    // Renamed within, so that the reference outside is that of this row.
    const rows = sql`select "id" as "#id", ${sql.ref(name)} as "#value" from ${sql.table(reference ?? '')}`;
    value = sql`(select "#value" from (${rows}) as "#row" where "#id" = ${value})`;
    fields = model.resources.get(reference ?? '')?.fields ?? [];
    reference = fields.find((field) => field.name === name)?.reference;
  }
  return sql`coalesce(${value}, ${model.site.timezone}::text)`;
}

/** An instant in its zone, or a day, as a timestamp without zone. */
function localTime(field: Field, value: Sql, timezone: Sql): Sql {
  return field.kind === 'date' ? sql`(${value})::timestamp` : sql`((${value}) at time zone ${timezone})`;
}

const periodStart =
  (unit: 'day' | 'week' | 'month') =>
  (local: Sql): Sql =>
    sql`to_char(date_trunc(${sql.lit(unit)}, ${local}), 'YYYY-MM-DD')`;

const PARTS: Record<Exclude<DimensionStep, 'value'>, (local: Sql, settings: ReportSettings) => Sql> = {
  day: periodStart('day'),
  week: periodStart('week'),
  month: periodStart('month'),
  term: (local, { terms }) => termStart(local, terms),
  weekday: (local) => sql`extract(isodow from ${local})::integer`,
  hour: (local) => sql`extract(hour from ${local})::integer`,
  hourOfWeek: (local) => sql`(extract(isodow from ${local}) * 24 - 24 + extract(hour from ${local}))::integer`,
};

/** The first day of the term; null between terms. */
function termStart(local: Sql, terms: readonly Term[]): Sql {
  const day = sql`to_char(${local}, 'MM-DD')`;
  const year = sql`extract(year from ${local})::integer`;
  const cases = terms.map(({ start, end }) =>
    start <= end
      ? sql`when ${day} between ${start} and ${end} then ${year} || '-' || ${start}::text`
      : sql`when ${day} >= ${start} then ${year} || '-' || ${start}::text
          when ${day} <= ${end} then (${year} - 1) || '-' || ${start}::text`,
  );
  return cases.length === 0 ? sql`null::text` : sql`(case ${sql.join(cases, sql` `)} end)`;
}

/** The figure of a group, as a double precision number. `conditionOf`: a declared filter with the caller's values. */
export function figureSql(view: View, measure: Measure, conditionOf: (filter: ReportFilter) => Condition): Sql {
  const matches = (filter: ReportFilter | undefined): Condition => (filter ? conditionOf(filter) : ALWAYS);
  const only = (...conditions: Condition[]): Sql => {
    const limiting = conditions.filter((condition) => !isAlways(condition)).map((condition) => view.matches(condition));
    return limiting.length === 0 ? NOTHING : sql`filter (where ${sql.join(limiting, sql` and `)})`;
  };
  const where = matches(measure.where);
  const fieldSql = (name: string): Sql => view.value(readable(view, name));
  switch (measure.kind) {
    case 'count':
      return sql`(count(*) ${only(where)})::double precision`;
    case 'distinct':
      return sql`(count(distinct ${fieldSql(measure.field)}) ${only(where)})::double precision`;
    case 'returning':
      return sql`(select count(*) from (select 1 from unnest(array_agg(${fieldSql(measure.field)}) ${only(where)}) as "#values"("#value")
        where "#value" is not null group by "#value" having count(*) > 1) as "#some")::double precision`;
    case 'sum':
      return sql`coalesce(sum(${fieldSql(measure.field)}) ${only(where)}, 0)::double precision`;
    case 'ratio':
      return sql`(sum(${fieldSql(measure.field)}) ${only(where)}::double precision / nullif(sum(${fieldSql(measure.over)}) ${only(where)}, 0)::double precision)`;
    case 'share': {
      const of = matches(measure.of);
      return sql`((count(*) ${only(of, where)})::double precision / nullif(count(*) ${only(of)}, 0))`;
    }
    case 'median':
      return sql`(percentile_cont(0.5) within group (order by extract(epoch from ${fieldSql(measure.to)} - ${fieldSql(measure.from)}))
        ${only(where)} / 3600)::double precision`;
  }
}

function readable(view: View, name: string): Field {
  const field = view.filterFieldOf(name);
  if (!field) throw new Error(`${name} is not readable here`);
  return field;
}
