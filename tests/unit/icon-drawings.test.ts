import { beforeEach, expect, test, vi } from 'vitest';
import { ICONS } from '../../domain/declarations/icons.ts';

beforeEach(() => vi.resetModules());

test.each(['pencil', 'plus', 'trash-2'])(
  'the drawing of %s comes where nothing else brought it along',
  async (name) => {
    const { currentDrawings, wantDrawing } = await import('../../src/ui/iconDrawings.ts');
    wantDrawing(name);
    await expect.poll(() => name in currentDrawings()).toBe(true);
  },
);

test('every icon has its drawing', async () => {
  const { currentDrawings, wantDrawing } = await import('../../src/ui/iconDrawings.ts');
  for (const name of ICONS) wantDrawing(name);
  await expect.poll(() => ICONS.filter((name) => !(name in currentDrawings()))).toEqual([]);
});
