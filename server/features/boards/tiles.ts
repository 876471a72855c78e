import type { TileAnswer } from '../../../domain/calls/reports.ts';
import { DateTime } from 'luxon';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Tile, TileWeeks } from '../../../domain/declarations/boards.ts';
import type { ClientReport } from '../../../domain/declarations/client-model.ts';
import { withValues } from '../../../domain/declarations/condition-variables.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { clientReports } from '../../resources/report-access.ts';
import type { Days } from '../../resources/report-request.ts';
import type { Reports } from '../../resources/reports.ts';
import type { View } from '../../resources/view.ts';
import type { RowServices } from '../../services.ts';

const ROWS = 5;
/** Tiles that are computed at the same time. */
const AT_ONCE = 4;

type TileOf<K extends Tile['kind']> = Extract<Tile, { kind: K }>;

export class Tiles {
  private readonly services: RowServices;
  private readonly reports: Reports;

  constructor(services: RowServices, reports: Reports) {
    this.services = services;
    this.reports = reports;
  }

  /** Leaves out tiles whose rows or figures the caller cannot read. `detailOf`: the text of a failed one. */
  async answer(actor: Actor, tiles: readonly Tile[], detailOf: (error: unknown) => string): Promise<TileAnswer[]> {
    const reports = new Map(clientReports(this.services.engine.resolver, actor).map((report) => [report.name, report]));
    const seen = tiles.filter((tile) => this.isReadable(actor, tile, reports));
    const answers: TileAnswer[] = [];
    for (let start = 0; start < seen.length; start += AT_ONCE) {
      const some = seen.slice(start, start + AT_ONCE).map((tile) =>
        this.one(actor, tile, reports).catch((error: unknown): TileAnswer => {
          const { title, isWide } = tile;
          return { title, isWide, to: null, kind: 'failed', detail: detailOf(error) };
        }),
      );
      answers.push(...(await Promise.all(some)));
    }
    return answers;
  }

  private isReadable(actor: Actor, tile: Tile, reports: ReadonlyMap<string, ClientReport>): boolean {
    if (tile.kind === 'count' || tile.kind === 'list') {
      const { resolver } = this.services.engine;
      return resolver.canRead(actor, resolver.resource(tile.resource));
    }
    const report = reports.get(tile.report);
    const hasMeasure = report?.measures.some(({ name }) => name === tile.measure) === true;
    return hasMeasure && (tile.kind === 'figure' || report.dimensions.some(({ name }) => name === tile.by));
  }

  private async one(actor: Actor, tile: Tile, reports: ReadonlyMap<string, ClientReport>): Promise<TileAnswer> {
    if (tile.kind === 'count') return this.count(actor, tile);
    if (tile.kind === 'list') return this.list(actor, tile);
    const report = reports.get(tile.report)!;
    return tile.kind === 'figure' ? this.figure(actor, tile, report) : this.chart(actor, tile, report);
  }

  private async count(actor: Actor, tile: TileOf<'count'>): Promise<TileAnswer> {
    const { title, isWide, kind } = tile;
    const { filter, to } = this.tileRows(actor, tile);
    const { total, accuracy } = await this.page(actor, tile.resource, { filter, range: [0, 0] });
    return { title, isWide, to, kind, number: total, isEstimate: accuracy !== undefined };
  }

  private async list(actor: Actor, tile: TileOf<'list'>): Promise<TileAnswer> {
    const { title, isWide, kind, resource, sort } = tile;
    const { filter, to, view } = this.tileRows(actor, tile);
    const columns = tile.columns.filter((name) => view.fieldOf(name));
    const page = await this.page(actor, resource, { filter, range: [0, ROWS - 1], ...(sort ? { sort } : {}) });
    const rows = page.rows.map((row) =>
      Object.fromEntries(['id', ...columns].map((name): [string, Json] => [name, row[name] ?? null])),
    );
    const isEstimate = page.accuracy !== undefined;
    return { title, isWide, to, kind, resource, columns, rows, total: page.total, isEstimate };
  }

  private async figure(actor: Actor, tile: TileOf<'figure'>, report: ClientReport): Promise<TileAnswer> {
    const { title, isWide, kind, measure, weeks } = tile;
    const { filter, to } = this.figuresOf(actor, tile, report);
    const by = report.dimensions[0]!.name;
    const totalIn = async (days: Partial<Days>): Promise<number | null> => {
      const { total } = await this.reports.run(actor, report.name, { by, filter, ...days });
      return total[measureIndex(report, measure)] ?? null;
    };
    const [figure, before] = await Promise.all([
      totalIn(this.days(weeks)),
      weeks === null ? null : totalIn(this.days(weeks, weeks)),
    ]);
    const span = weeks === null ? null : weeks === 1 ? 'the week before' : `the ${weeks} weeks before`;
    return { title, isWide, to, kind, report: report.name, measure, figure, before, span };
  }

  private async chart(actor: Actor, tile: TileOf<'chart'>, report: ClientReport): Promise<TileAnswer> {
    const { title, isWide, kind, measure, by, weeks } = tile;
    const { filter, to } = this.figuresOf(actor, tile, report);
    const answer = await this.reports.run(actor, report.name, { by, filter, ...this.days(weeks) });
    const index = measureIndex(report, measure);
    const groups = answer.groups.map((group) => ({ ...group, figures: [group.figures[index] ?? null] }));
    return { title, isWide, to, kind, report: report.name, measure, by, groups };
  }

  private async page(actor: Actor, resource: string, query: object) {
    // The resource is declared, so its name is not one of the compiler's.
    return this.services.engine.list(actor, resource as never, query) as Promise<{
      rows: Row[];
      total: number;
      accuracy?: string;
    }>;
  }

  /** The tile's filter with the caller's values, and the list with the same rows. */
  private tileRows(
    actor: Actor,
    { resource: name, filter }: TileOf<'count' | 'list'>,
  ): {
    filter: Json;
    to: string;
    view: View;
  } {
    const { resolver } = this.services.engine;
    const resource = resolver.resource(name);
    const view = resolver.view(actor, resource);
    const values = withValues(filter, view.filterFieldOf, resolver.variables(actor));
    return { filter: values, to: pageAddress(resource.config.path, { filter: values }), view };
  }

  private figuresOf(
    actor: Actor,
    { filter, weeks, ...tile }: TileOf<'figure' | 'chart'>,
    { source, path }: ClientReport,
  ): { filter: Json; to: string } {
    const { resolver } = this.services.engine;
    const view = resolver.view(actor, resolver.resource(source));
    const values = withValues(filter, view.filterFieldOf, resolver.variables(actor));
    const period = weeks === null ? {} : weeks === 1 ? this.days(weeks) : { weeks: String(weeks) };
    const by = 'by' in tile ? { by: tile.by } : {};
    return { filter: values, to: pageAddress(path, { ...by, ...period, measure: tile.measure, filter: values }) };
  }

  /** The last weeks, the current one included, on the campus; `back`: so many weeks earlier. */
  private days(weeks: TileWeeks | null, back = 0): Partial<Days> {
    if (weeks === null) return {};
    const { clock, model } = this.services;
    const today = DateTime.fromMillis(clock.now(), { zone: model.site.timezone }).minus({ weeks: back });
    const first = today.startOf('week').minus({ weeks: weeks - 1 });
    return { from: first.toFormat('yyyy-MM-dd'), to: today.toFormat('yyyy-MM-dd') };
  }
}

function measureIndex({ measures }: ClientReport, name: string): number {
  return measures.findIndex((measure) => measure.name === name);
}

/** The page of a list or report with these parameters; an empty filter is left out. */
function pageAddress(path: string, { filter, ...rest }: { filter: Json } & Partial<Record<string, Json>>): string {
  const search = new URLSearchParams(rest as Record<string, string>);
  if (Object.keys(filter ?? {}).length > 0) search.set('filter', JSON.stringify(filter));
  return search.size === 0 ? path : `${path}?${search}`;
}
