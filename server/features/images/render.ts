import type sharpLibrary from 'sharp';
import type { OutputInfo, Sharp } from 'sharp';
import { IMAGE_MAX_PIXELS } from '../../../domain/values/constants.ts';
import { IMAGE_LARGEST_SIDE } from '../../../domain/values/images.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import { fits, inFile, isTurned, type Area, type Size } from './crop.ts';

let sharp: typeof sharpLibrary;

/** Loaded lazily, because the library keeps its memory. No cache between images; one thread per image. */
async function loadSharp(): Promise<void> {
  ({ default: sharp } = await import('sharp'));
  sharp.cache(false);
  sharp.concurrency(1);
}

export type ImageUse = 'photo' | 'icon';

/** The image at full size, and a function that encodes each width. */
export interface Rendered extends Size {
  encode(width: number): Promise<Buffer>;
}

/**
 * Measured bytes per pixel of images that cannot be decoded row by row, and the memory limit for such images. Baseline JPEGs and
 * non-interlaced PNGs are decoded row by row at any size.
 */
const WHOLE = { jpeg: 6.5, png: 1.3, webp: 5.5, gif: 6, heif: 18 } as const;
const WHOLE_AT_MOST = 300_000_000;
const OPTIONS = { sequentialRead: true, failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS, pages: 1 } as const;
const SECONDS = 60;
const QUALITY = 75;
/** Measured: a third of the default effort's time, for files a few per cent larger. */
const EFFORT = 2;

interface Facts extends Size {
  orientation: number;
}

/** Decodes the image, crops it as displayed, and resizes it: upright, in sRGB and without metadata. */
export async function render(path: string, name: string, crop: Area | null, use: ImageUse): Promise<Rendered> {
  await loadSharp();
  try {
    const facts = await imageFacts(path, name);
    const whole = isTurned(facts.orientation) ? { width: facts.height, height: facts.width } : facts;
    if (crop && !fits(crop, whole)) {
      throw refused(
        'images.bad-crop',
        `The selected area is outside ${name}, which has ${whole.width} × ${whole.height} pixels.`,
      );
    }
    const area = crop ?? { x: 0, y: 0, width: whole.width, height: whole.height };
    const reduced = await reduce(path, inFile(area, facts.orientation, facts), crop !== null);
    const upright = await turn(reduced, facts.orientation);
    const { width, height } = upright.info;
    return {
      width,
      height,
      encode: (to) =>
        to === width ? encode(upright.image(), use, true) : encode(upright.image().resize({ width: to }), use, false),
    };
  } catch (error) {
    throw toRefusal(error, name);
  }
}

async function imageFacts(path: string, name: string): Promise<Facts> {
  // Only the header is read here, so that an oversized image gets a specific message.
  const meta = await sharp(path, { ...OPTIONS, limitInputPixels: false }).metadata();
  const { width, height } = meta;
  if (width * height > IMAGE_MAX_PIXELS) {
    throw refused(
      'images.too-large',
      `${name} has ${millions(width * height)} million pixels; the limit is ${millions(IMAGE_MAX_PIXELS)} million. Choose a smaller image.`,
    );
  }
  const rowByRow = (meta.format === 'jpeg' || meta.format === 'png') && !meta.isProgressive;
  const each = meta.format === 'png' ? WHOLE.png * meta.channels : WHOLE[meta.format as keyof typeof WHOLE];
  const deep = meta.depth === 'uchar' ? 1 : meta.format === 'heif' ? 1.4 : 2;
  if (!rowByRow && width * height * each * deep > WHOLE_AT_MOST) {
    throw refused(
      'images.too-large',
      `${name} has ${millions(width * height)} million pixels, which is too many for an image of this type. Save it as a JPEG or make it smaller.`,
    );
  }
  return { width, height, orientation: meta.orientation ?? 1 };
}

interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

/** Rotated only afterwards, because rows are decoded in file order. */
async function reduce(path: string, { x, y, width, height }: Area, isPart: boolean): Promise<Pixels> {
  const scale = Math.min(1, IMAGE_LARGEST_SIDE / Math.max(width, height));
  const to = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const image = sharp(path, OPTIONS).timeout({ seconds: SECONDS });
  const part = isPart ? image.extract({ left: x, top: y, width, height }) : image;
  return part
    .resize({ ...to, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

async function turn(pixels: Pixels, orientation: number): Promise<Pixels & { image(): Sharp }> {
  const turned =
    orientation === 1
      ? pixels
      : await upright(sharpImage(pixels), orientation).raw().toBuffer({ resolveWithObject: true });
  return { ...turned, image: () => sharpImage(turned) };
}

function sharpImage({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Mirroring precedes rotation. */
function upright(image: Sharp, orientation: number): Sharp {
  switch (orientation) {
    case 2:
      return image.flop();
    case 3:
      return image.rotate(180);
    case 4:
      return image.flip();
    case 5:
      return image.flip().rotate(90);
    case 6:
      return image.rotate(90);
    case 7:
      return image.flop().rotate(90);
    case 8:
      return image.rotate(270);
    default:
      return image;
  }
}

/** Smaller icon files use a palette, for a third of the bytes. */
function encode(image: Sharp, use: ImageUse, isWhole: boolean): Promise<Buffer> {
  return use === 'icon'
    ? image.png({ compressionLevel: 9, ...(isWhole ? { adaptiveFiltering: true } : { palette: true }) }).toBuffer()
    : image.webp({ quality: QUALITY, effort: EFFORT }).toBuffer();
}

function millions(pixels: number): string {
  return String(Math.round(pixels / 100_000) / 10);
}

function refused(code: string, detail: string): ProblemError {
  return problem(422, code, 'Not uploaded', detail);
}

/** libvips reports faults of a file as plain errors; our own bugs have other classes. */
function toRefusal(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || error.constructor !== Error) return error;
  return refused(
    'images.unreadable',
    `${name} cannot be read: the image is damaged or incomplete. Export it again and choose the new file.`,
  );
}
