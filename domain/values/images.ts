/**
 * Names and addresses of stored images. A stored image is one re-encoded file per width, and its name holds its size:
 * "3f2a9c0d1e4b5a6f7c8d-1600x900.webp" is the full image, "...-1600x900-640.webp" the same at 640 px width. So the name alone is
 * enough to reserve space in a layout.
 */

export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const;
/** Larger images are scaled down to this side length on upload. */
export const IMAGE_LARGEST_SIDE = 2560;

/** The format of a stored image's name. */
export const IMAGE_NAME = /^([0-9a-f]{20})-([1-9]\d{0,4})x([1-9]\d{0,4})\.(webp|png)$/;
const STORED_NAME = /^([0-9a-f]{20}-[1-9]\d{0,4}x[1-9]\d{0,4})(-[1-9]\d{1,3})?\.(webp|png)$/;

/** The parts of a stored image's name, sizes in pixels; null for any other text. */
export function imageFacts(file: string): { stem: string; width: number; height: number; type: 'webp' | 'png' } | null {
  const [, stem, width, height, type] = IMAGE_NAME.exec(file) ?? [];
  if (stem === undefined || (type !== 'webp' && type !== 'png')) return null;
  return { stem, width: Number(width), height: Number(height), type };
}

/** The full image of a stored file: "...-1600x900-640.webp" -> "...-1600x900.webp"; null for any other text. */
export function imageOfStored(name: string): string | null {
  const [, image, width, type] = STORED_NAME.exec(name) ?? [];
  if (image === undefined) return null;
  const file = `${image}.${type}`;
  return width === undefined || storedWidths(file).includes(Number(width.slice(1))) ? file : null;
}

/** The name under which a stored image is read as a file: its own, with the ending of the format that it is stored in. */
export function downloadName(name: string, file: string): string {
  const type = imageFacts(file)?.type;
  return type === undefined ? name : `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.${type}`;
}

/** The file name of the image at one of its stored widths. */
export function storedName(file: string, width: number): string {
  return file.replace(/\.(webp|png)$/, `-${width}.$1`);
}

export function imageUrl(file: string, width?: number): string {
  const name = width === undefined ? file : storedName(file, width);
  return `/api/Content/${encodeURIComponent(name)}`;
}

export function storedWidths(file: string): number[] {
  const facts = imageFacts(file);
  return facts === null ? [] : IMAGE_WIDTHS.filter((width) => width < facts.width);
}

/** The srcset attribute of a stored image; undefined where only one size is stored. */
export function imageSrcSet(file: string): string | undefined {
  const facts = imageFacts(file);
  if (facts === null) return undefined;
  const smaller = storedWidths(file).map((width) => `${imageUrl(file, width)} ${width}w`);
  return [...smaller, `${imageUrl(file)} ${facts.width}w`].join(', ');
}

/** The address of a stored image as a favicon: the smallest sufficient size. */
export function iconUrl(file: string): string {
  return storedWidths(file).includes(IMAGE_WIDTHS[0]) ? imageUrl(file, IMAGE_WIDTHS[0]) : imageUrl(file);
}

/** Normalizes "/api/Content/x.webp" and "x.webp" to the file x.webp. */
export function imageFile(text: string): string {
  return text.replace(/^\/api\/Content\//i, '');
}
