import type { ReportAnswer, ReportGroup } from '../../domain/calls/reports.ts';
import { sql } from 'kysely';
import { DateTime } from 'luxon';
import type { Actor } from '../../domain/declarations/actor.ts';
import { allOf, type Condition } from '../../domain/declarations/condition.ts';
import type { Json } from '../../domain/values/json.ts';
import { isTimeline, type Dimension, type Measure } from '../../domain/declarations/reports.ts';
import { termOn } from '../../domain/values/terms.ts';
import type { Db } from '../platform/database.ts';
import { tooMany } from '../platform/problem.ts';
import { SharedPermits } from '../platform/semaphore.ts';
import { Names, type RowSource } from './names.ts';
import { notFound, ungranted, withBadRequest } from './refusals.ts';
import { openReport, type OpenReport } from './report-access.ts';
import { readReportRequest, type Days, type ReportRequest } from './report-request.ts';
import { figureSql, groupingOf, zoneSql } from './report-sql.ts';
import type { View } from './view.ts';

/** Groups that are sent at most. */
const MOST_GROUPS = 1_000;
/** Reports that run at the same time in this process, and for one caller. */
const RUNNING = 4;
const OWN = 2;
const MOST_WAITING = 40;

type Counted = Omit<ReportGroup, 'label'>;
type FigureRow = Record<string, Json>;

export class Reports {
  private readonly db: Db;
  private readonly source: RowSource;
  private readonly running = new SharedPermits(RUNNING, OWN, MOST_WAITING, () =>
    tooMany('reports.too-many', 'Too many reports', 'Wait until your open reports have loaded.', 5),
  );

  constructor(db: Db, source: RowSource) {
    this.db = db;
    this.source = source;
  }

  /** 404 for an unknown report; 403 for one that the caller may not see; 400 for a request that names anything else. */
  async run(actor: Actor, name: string, request: ReportRequest): Promise<ReportAnswer> {
    const { model } = this.source.resolver;
    const report = model.reports.find((one) => one.name === name);
    if (!report) throw notFound(null);
    const open = openReport(this.source.resolver, actor, report);
    if (!open) throw ungranted(actor, `You do not have access to the report "${report.title}".`);
    const { timezone } = model.site;
    const { view } = open;
    const { dimension, condition, days } = withBadRequest(() =>
      readReportRequest(open.report, request, { view, timezone }),
    );
    const permit = this.running.of(actor.id);
    await permit.acquire();
    try {
      const { groups, ...rest } = await this.count(open, dimension, condition);
      const all = days && isTimeline(dimension.by) ? withGaps(groups, dimension, days, open.report.measures) : groups;
      return { groups: await this.labelled(actor, view, dimension, all), ...rest, where: open.where };
    } finally {
      permit.release();
    }
  }

  private async count(
    { report, view, conditionOf }: OpenReport,
    dimension: Dimension,
    condition: Condition,
  ): Promise<{ groups: Counted[]; total: ReportAnswer['total']; hasMore: boolean }> {
    const { model } = this.source.resolver;
    const { key, join } = groupingOf(view, dimension, {
      ...model.site,
      ...(report.zone !== null && { zone: zoneSql(view, report.zone, model) }),
    });
    const figures = report.measures.map((measure, index) => {
      return sql`${figureSql(view, measure, conditionOf)} as ${sql.id(`figure${index}`)}`;
    });
    const where = view.where(allOf(conditionOf(report.where), condition));
    const order = dimension.by === 'value' ? sql`"figure0" desc nulls last, "key" nulls last` : sql`"key" nulls last`;
    const [groups, total] = await Promise.all([
      sql<FigureRow>`select ${key} as "key", ${sql.join(figures)} from ${view.table} ${join}
        where ${where} group by 1 order by ${order} limit ${MOST_GROUPS + 1}`.execute(this.db),
      sql<FigureRow>`select ${sql.join(figures)} from ${view.table} where ${where}`.execute(this.db),
    ]);
    const figuresIn = (row: FigureRow): (number | null)[] =>
      figures.map((_, index) => (row[`figure${index}`] ?? null) as number | null);
    return {
      groups: groups.rows.slice(0, MOST_GROUPS).map((row) => ({ key: row['key'] ?? null, figures: figuresIn(row) })),
      total: figuresIn(total.rows[0] ?? {}),
      hasMore: groups.rows.length > MOST_GROUPS,
    };
  }

  private async labelled(
    actor: Actor,
    view: View,
    { field: name, by }: Dimension,
    groups: readonly Counted[],
  ): Promise<ReportGroup[]> {
    const field = view.filterFieldOf(name);
    const isNamed = by === 'value' && field?.reference !== undefined;
    const rows = groups.map(({ key }) => ({ [name]: key }));
    const named = isNamed ? await new Names(this.source, actor).inRows([field], rows) : rows;
    const groupLabel = (key: Json): string => {
      if (by === 'term') return termLabel(String(key), this.source.resolver.model.site.terms);
      if (typeof key === 'boolean') return key ? 'Yes' : 'No';
      return field?.options?.find(({ value }) => value === key)?.label ?? String(key);
    };
    return groups.map((group, index) => ({
      ...group,
      label: group.key === null ? null : groupLabel(named[index]?.[name] ?? group.key),
    }));
  }
}

/** "Fall 2026" of the term that begins on a day. */
function termLabel(start: string, terms: Parameters<typeof termOn>[1]): string {
  return `${termOn(start, terms)?.name ?? ''} ${start.slice(0, 4)}`.trim();
}

/** With the days, weeks or months of the period that have no rows, unless they are too many. */
function withGaps(
  groups: readonly Counted[],
  { by }: Dimension,
  { from, to }: Days,
  measures: readonly Measure[],
): Counted[] {
  const unit = by as 'day' | 'week' | 'month';
  const known = new Map(groups.map((group) => [group.key, group]));
  const none = measures.map(({ kind }) => (['share', 'ratio', 'median'].includes(kind) ? null : 0));
  const all: Counted[] = [];
  const last = DateTime.fromISO(to);
  for (let start = DateTime.fromISO(from).startOf(unit); start <= last; start = start.plus({ [unit]: 1 })) {
    const key = start.toISODate() ?? '';
    all.push(known.get(key) ?? { key, figures: none });
    if (all.length > MOST_GROUPS) return [...groups];
  }
  return all;
}
