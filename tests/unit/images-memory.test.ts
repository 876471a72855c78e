import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

const READER = join(import.meta.dirname, '..', 'factories', 'image-memory.ts');
const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-pictures-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** 8,660 x 5,774 pixels, 50 megapixels. */
async function fiftyMegapixels(format: 'png' | 'jpeg', options: object, orientation = 1): Promise<string> {
  const path = join(folder, `${format}-${orientation}-${Object.values(options).join('-')}`);
  const base = sharp({
    create: {
      width: 433,
      height: 289,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
  const large = sharp(await base.png().toBuffer()).resize(8660, 5774, { fit: 'fill', kernel: 'nearest' });
  await large.withMetadata({ orientation }).toFormat(format, options).toFile(path);
  return path;
}

async function read(path: string): Promise<{ width: number; height: number; grownBy: number }> {
  const { stdout } = await run(process.execPath, [READER, path]);
  return JSON.parse(stdout);
}

test.each([
  ['PNG', 'png', { compressionLevel: 1 }, 1],
  ['JPEG', 'jpeg', { quality: 50 }, 1],
  ['JPEG on its side', 'jpeg', { quality: 50 }, 6],
] as const)(
  'a %s of 50 megapixels is read row by row: the process grows by less than 150 MB',
  async (_kind, format, options, orientation) => {
    const { width, height, grownBy } = await read(await fiftyMegapixels(format, options, orientation));
    expect([width, height].toSorted()).toEqual([1707, 2560]);
    expect(grownBy).toBeLessThan(150);
  },
);

test('an image with too many pixels gets a specific message', async () => {
  const path = join(folder, 'vast.png');
  await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toFile(path);
  await expect(read(path)).rejects.toThrow('has 144 million pixels; the limit is 100 million. Choose a smaller image.');
});

test('one that cannot be decoded row by row is refused with an explanation if it would take more than 300 MB', async () => {
  const path = await fiftyMegapixels('jpeg', { quality: 50, progressive: true, chromaSubsampling: '4:4:4' });
  await expect(read(path)).rejects.toThrow(
    'has 50 million pixels, which is too many for an image of this type. Save it as a JPEG or make it smaller.',
  );
});
