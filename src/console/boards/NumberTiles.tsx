import { formatNumber } from '../../../domain/values/formats.ts';
import type { TileAnswer } from '../../../domain/calls/reports.ts';
import { formatTotal } from '../../../domain/declarations/list-total.ts';
import { formatFigure, formatFigureChange } from '../reports/reportFigures.ts';
import { useTileMeasure } from './tileMeasure.ts';
import styles from './boards.module.css';

type TileOf<Kind extends TileAnswer['kind']> = Extract<TileAnswer, { kind: Kind }>;

export function CountTile({ tile: { number, isEstimate } }: { tile: TileOf<'count'> }) {
  return <p className={styles.number}>{formatTotal(formatNumber(number), isEstimate ? 'estimate' : undefined)}</p>;
}

export function FigureTile({ tile }: { tile: TileOf<'figure'> }) {
  const { figure, before, span } = tile;
  const { unit } = useTileMeasure(tile);
  const change = span === null ? null : formatFigureChange({ unit, now: figure, before, earlier: span });
  return (
    <>
      <p className={styles.number}>{formatFigure(figure, unit)}</p>
      {change !== null && <p className={styles.note}>{change}</p>}
    </>
  );
}
