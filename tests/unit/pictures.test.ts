import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IMAGE_MAX_BYTES } from '../../domain/values/constants.ts';
import { largestPart, pixelsOf, SHAPES, WHOLE } from '../../src/forms/images/cropArea.ts';
import { imageRefusal } from '../../src/forms/images/imageRules.ts';
import { ownAddress } from '../../src/forms/widgets/LinkInput.tsx';

const side = fc.integer({ min: 1, max: 12_000 });

describe('the part of a picture', () => {
  test('is the whole picture until it is cropped', () => {
    expect(pixelsOf(WHOLE, { width: 1600, height: 901 })).toBeUndefined();
    expect(pixelsOf({ ...WHOLE, height: 50 }, { width: 1600, height: 901 })).toEqual({
      x: 0,
      y: 0,
      width: 1600,
      height: 451,
    });
  });

  test('lies within the picture, in whole pixels', () => {
    const share = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(side, side, share, share, share, share, (width, height, x, y, w, h) => {
        const area = pixelsOf(
          { x: Math.min(x, 99.9), y: Math.min(y, 99.9), width: Math.min(w, 100 - x), height: Math.min(h, 100 - y) },
          { width, height },
        );
        if (!area) return;
        expect(Object.values(area).every(Number.isInteger)).toBe(true);
        expect(area.x + area.width).toBeLessThanOrEqual(Math.max(width, area.x + 1));
        expect(Math.min(area.width, area.height)).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  test('of a shape is the largest that fits, in the middle', () => {
    expect(largestPart(1, 1600, 900)).toEqual({ x: 21.875, y: 0, width: 56.25, height: 100 });
    expect(largestPart(16 / 9, 900, 1600).y).toBeCloseTo(34.18, 2);
    fc.assert(
      fc.property(fc.constantFrom(...SHAPES), side, side, ({ ratio }, width, height) => {
        const part = largestPart(ratio, width, height);
        expect(Math.max(part.width, part.height)).toBeCloseTo(100, 6);
        if (ratio !== null) expect((part.width * width) / (part.height * height)).toBeCloseTo(ratio, 6);
      }),
    );
  });
});

describe('a file that is no picture', () => {
  const file = (name: string, type: string, size = 10) => ({ name, type, size });

  test('is refused with what to do', () => {
    expect(imageRefusal(file('map.svg', 'image/svg+xml'))).toBe(
      'map.svg is an SVG drawing, which can contain scripts. Export it as PNG or WebP and choose that.',
    );
    expect(imageRefusal(file('plan.pdf', 'application/pdf'))).toBe(
      'plan.pdf is not a supported image. Choose a JPEG, PNG, WebP, AVIF or GIF file.',
    );
    expect(imageRefusal(file('a.png', 'image/png', 0))).toBe('a.png is empty. Choose another image.');
    expect(imageRefusal(file('a.png', 'image/png', IMAGE_MAX_BYTES + 6 * 1024 * 1024))).toBe(
      'a.png is 31 MB; the limit is 25 MB. Choose a smaller image.',
    );
    expect(imageRefusal(file('a.png', 'image/png'))).toBeUndefined();
  });
});

test('a typed address is used as it is; other text searches the pages', () => {
  expect(ownAddress('campus.example/map')).toEqual({
    isWhole: true,
    option: { value: 'campus.example/map', label: 'campus.example/map', hint: 'This address' },
  });
  expect(ownAddress('about us').isWhole).toBe(false);
  expect(ownAddress('desk@campus.example').option.value).toBe('mailto:desk@campus.example');
  expect(ownAddress('write to desk@campus.example').isWhole).toBe(false);
  expect(ownAddress('https://user@campus.example').option.value).toBe('https://user@campus.example');
});
