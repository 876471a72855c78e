import type { TileAnswer } from '../../../domain/calls/reports.ts';

/** Neighboring tiles of one height, and the place of the first of them on the board. */
export interface TileRun {
  height: TileHeight;
  start: number;
  tiles: TileAnswer[];
}

type TileHeight = 'numbers' | 'contents';

const HEIGHTS: Readonly<Record<TileAnswer['kind'], TileHeight | null>> = {
  count: 'numbers',
  figure: 'numbers',
  chart: 'contents',
  list: 'contents',
  failed: null,
};

/** Tiles in their order, cut where low ones end and high ones begin. A failed tile stays with its neighbors. */
export function tileRuns(tiles: readonly TileAnswer[]): TileRun[] {
  const known = tiles.map(({ kind }) => HEIGHTS[kind]);
  const runs: TileRun[] = [];
  for (const [start, tile] of tiles.entries()) {
    const last = runs.at(-1);
    const height = known[start] ?? last?.height ?? known.find((one) => one !== null) ?? 'numbers';
    if (last?.height === height) last.tiles.push(tile);
    else runs.push({ height, start, tiles: [tile] });
  }
  return runs;
}
