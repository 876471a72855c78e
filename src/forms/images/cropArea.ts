import type { CropArea } from '../shared/formServices.ts';

/** A crop in per cent of the picture's sides. */
export interface CropShare {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const WHOLE: CropShare = { x: 0, y: 0, width: 100, height: 100 };

/** The offered aspect ratios; null: free. */
export const SHAPES = [
  { key: 'free', label: 'Free', ratio: null },
  { key: '16:9', label: '16:9', ratio: 16 / 9 },
  { key: '4:3', label: '4:3', ratio: 4 / 3 },
  { key: '1:1', label: 'Square', ratio: 1 },
] as const;

/** The largest centred crop of this ratio. */
export function largestPart(ratio: number | null, width: number, height: number): CropShare {
  if (ratio === null) return WHOLE;
  const wanted = Math.min(width, height * ratio);
  const share = { width: (wanted / width) * 100, height: (wanted / ratio / height) * 100 };
  return { ...share, x: (100 - share.width) / 2, y: (100 - share.height) / 2 };
}

/** The crop in whole pixels within the picture; undefined for the full picture. */
export function pixelsOf(
  { x, y, width, height }: CropShare,
  picture: { width: number; height: number },
): CropArea | undefined {
  const left = Math.round((x / 100) * picture.width);
  const top = Math.round((y / 100) * picture.height);
  const area = {
    x: left,
    y: top,
    width: Math.max(1, Math.min(picture.width - left, Math.round((width / 100) * picture.width))),
    height: Math.max(1, Math.min(picture.height - top, Math.round((height / 100) * picture.height))),
  };
  return area.width === picture.width && area.height === picture.height ? undefined : area;
}
