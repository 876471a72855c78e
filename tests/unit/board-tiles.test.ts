import type { TileAnswer } from '../../domain/calls/reports.ts';
import { expect, test } from 'vitest';
import { tileRuns } from '../../src/console/boards/tileRuns.ts';

const head = { title: '', isWide: false, to: null };
const count: TileAnswer = { ...head, kind: 'count', number: 1, isEstimate: false };
const chart: TileAnswer = { ...head, kind: 'chart', report: 'r', measure: 'm', by: 'week', groups: [] };
const failed: TileAnswer = { ...head, kind: 'failed', detail: '' };

const shapeOf = (tiles: TileAnswer[]) =>
  tileRuns(tiles).map((run) => [run.height, run.start, run.tiles.map(({ kind }) => kind)]);

test('tiles stay in their order, low ones apart from high ones', () => {
  expect(shapeOf([count, count, chart, count])).toEqual([
    ['numbers', 0, ['count', 'count']],
    ['contents', 2, ['chart']],
    ['numbers', 3, ['count']],
  ]);
});

test('a failed tile stays with those before it, else with those after it', () => {
  expect(shapeOf([failed, chart, failed])).toEqual([['contents', 0, ['failed', 'chart', 'failed']]]);
  expect(shapeOf([count, failed, chart]).map(([height]) => height)).toEqual(['numbers', 'contents']);
  expect(shapeOf([failed])).toEqual([['numbers', 0, ['failed']]]);
});
