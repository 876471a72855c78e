import { IMAGE_MAX_BYTES, IMAGE_TYPES } from '../../../domain/values/constants.ts';
import { formatSize } from '../../ui/formatSize.ts';

export const ACCEPTED = IMAGE_TYPES.join(',');

export const LIMITS = `JPEG, PNG, WebP, AVIF or GIF, up to ${formatSize(IMAGE_MAX_BYTES)}.`;

/** Why a file cannot be uploaded as a picture; undefined when it can. Checked before uploading. */
export function imageRefusal({ name, size, type }: { name: string; size: number; type: string }): string | undefined {
  if (type === 'image/svg+xml')
    return `${name} is an SVG drawing, which can contain scripts. Export it as PNG or WebP and choose that.`;
  if (!(IMAGE_TYPES as readonly string[]).includes(type))
    return `${name} is not a supported image. Choose a JPEG, PNG, WebP, AVIF or GIF file.`;
  if (size === 0) return `${name} is empty. Choose another image.`;
  if (size > IMAGE_MAX_BYTES)
    return `${name} is ${formatSize(size)}; the limit is ${formatSize(IMAGE_MAX_BYTES)}. Choose a smaller image.`;
  return undefined;
}

/** The first picture among dropped or pasted files; without any, the first file, so that its refusal is shown. */
export function pictureIn(files: FileList | null): File | undefined {
  const all = [...(files ?? [])];
  return all.find((file) => file.type.startsWith('image/')) ?? all[0];
}
