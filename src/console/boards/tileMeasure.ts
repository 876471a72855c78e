import type { ReportGroup } from '../../../domain/calls/reports.ts';
import type { ClientReport } from '../../../domain/declarations/client-model.ts';
import type { Dimension, FigureUnit } from '../../../domain/declarations/reports.ts';
import { useReports } from '../../app/useResources.ts';

export interface TileMeasure {
  /** Undefined: the account may no longer read it. */
  report: ClientReport | undefined;
  label: string;
  unit: FigureUnit;
  /** Among the measures of the report. */
  index: number;
}

export interface TileGroupsProps {
  groups: readonly ReportGroup[];
  by: Dimension;
  measure: TileMeasure;
}

export function useTileMeasure(tile: { title: string; report: string; measure: string }): TileMeasure {
  const report = useReports().find(({ name }) => name === tile.report);
  const index = report?.measures.findIndex(({ name }) => name === tile.measure) ?? -1;
  const { label, unit } = report?.measures[index] ?? { label: tile.title, unit: 'number' };
  return { report, label, unit, index: Math.max(0, index) };
}
