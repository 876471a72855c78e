import { holdsAny, type Actor } from '../../domain/declarations/actor.ts';
import type { ClientReport } from '../../domain/declarations/client-model.ts';
import { parseRule, resolveVariables, type Condition } from '../../domain/declarations/condition.ts';
import { withValues } from '../../domain/declarations/condition-variables.ts';
import { canAccess } from '../declarations/permission.ts';
import { QueryFault } from '../../domain/declarations/query-fault.ts';
import type { FigureUnit, Measure, ReportDeclaration, ReportFilter } from '../../domain/declarations/reports.ts';
import type { AccessResolver } from './access-resolver.ts';
import type { View } from './view.ts';

/** A report as a caller may see it: without dimensions, filters and measures by fields that they may not read. */
export interface OpenReport {
  report: ReportDeclaration;
  view: View;
  /** A declared filter with the caller's values. */
  conditionOf: (filter: ReportFilter) => Condition;
  /** `where`, with the caller's values. */
  where: ReportFilter;
}

/** Null if the caller lacks the roles, or can read none of what the report needs. */
export function openReport(resolver: AccessResolver, actor: Actor, report: ReportDeclaration): OpenReport | null {
  if (actor.system !== true && !holdsAny(actor.roles, report.roles)) return null;
  const view = resolver.view(actor, resolver.resource(report.source));
  if (!canAccess(view.access)) return null;
  const variables = resolver.variables(actor);
  const conditionOf = (filter: ReportFilter): Condition =>
    resolveVariables(parseRule(filter, view.filterFieldOf), variables);
  const canRead = (name: string): boolean => view.filterFieldOf(name) !== undefined;
  if (!isReadable(report.where, conditionOf) || (report.day !== null && !canRead(report.day))) return null;
  const dimensions = report.dimensions.filter(({ field }) => canRead(field));
  const measures = report.measures.filter(
    (measure) =>
      measuredFields(measure).every(canRead) && filtersOf(measure).every((filter) => isReadable(filter, conditionOf)),
  );
  if (dimensions.length === 0 || measures.length === 0) return null;
  const where = withValues(report.where, view.filterFieldOf, variables) as ReportFilter;
  const filters = report.filters.filter(canRead);
  return { report: { ...report, filters, dimensions, measures }, view, conditionOf, where };
}

export function clientReports(resolver: AccessResolver, actor: Actor): ClientReport[] {
  return resolver.model.reports.flatMap((report) => {
    const open = openReport(resolver, actor, report);
    return open ? clientReport(open) : [];
  });
}

function clientReport({ report, view }: OpenReport): ClientReport {
  const { name, title, lead, icon, path, source, day, dimensions } = report;
  return {
    ...{ name, title, lead, icon, path, source, day, dimensions },
    filters: report.filters.flatMap((filter) => view.filterFieldOf(filter) ?? []),
    measures: report.measures.map((measure) => ({
      name: measure.name,
      label: measure.label,
      unit: measureUnit(view, measure),
    })),
  };
}

function measureUnit(view: View, measure: Measure): FigureUnit {
  if (measure.kind === 'share' || measure.kind === 'ratio') return 'percent';
  if (measure.kind === 'median') return 'duration';
  if (measure.kind !== 'sum') return 'number';
  const kind = view.filterFieldOf(measure.field)?.kind;
  return kind === 'money' || kind === 'size' ? kind : 'number';
}

function isReadable(filter: ReportFilter, conditionOf: OpenReport['conditionOf']): boolean {
  try {
    conditionOf(filter);
    return true;
  } catch (error) {
    if (error instanceof QueryFault) return false;
    throw error;
  }
}

function measuredFields(measure: Measure): string[] {
  if (measure.kind === 'median') return [measure.from, measure.to];
  if (measure.kind === 'ratio') return [measure.field, measure.over];
  return 'field' in measure ? [measure.field] : [];
}

function filtersOf(measure: Measure): ReportFilter[] {
  return [measure.where, measure.kind === 'share' ? measure.of : undefined].filter((filter) => filter !== undefined);
}
