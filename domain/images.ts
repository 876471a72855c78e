/**
 * Images as they are stored and addressed. A stored image is one re-encoded file per width, and its name tells its size:
 * "3f2a9c0d1e4b5a6f7c8d-1600x900.webp" is the whole image, "...-1600x900-640.webp" the same at 640 px width. So whoever has
 * the name knows the shape, and can leave the room for it, without asking.
 */

/** Widths in pixels that are stored besides the image's own, as far as they are smaller. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const;
/** An image wider or higher than this is reduced to it when it is uploaded. */
export const IMAGE_LARGEST_SIDE = 2560;

/** The form of a stored image's name. */
export const IMAGE_NAME = /^([0-9a-f]{20})-([1-9]\d{0,4})x([1-9]\d{0,4})\.(webp|png)$/;
const STORED_NAME = /^([0-9a-f]{20}-[1-9]\d{0,4}x[1-9]\d{0,4})(-[1-9]\d{1,3})?\.(webp|png)$/;

/** What a stored image's name tells; sizes in pixels. Null for any other text. */
export function imageFacts(file: string): { stem: string; width: number; height: number; type: 'webp' | 'png' } | null {
  const [, stem, width, height, type] = IMAGE_NAME.exec(file) ?? [];
  if (stem === undefined || (type !== 'webp' && type !== 'png')) return null;
  return { stem, width: Number(width), height: Number(height), type };
}

/** The image that a stored file belongs to: "...-1600x900-640.webp" to "...-1600x900.webp". Null for any other text. */
export function imageOfStored(name: string): string | null {
  const [, image, width, type] = STORED_NAME.exec(name) ?? [];
  if (image === undefined) return null;
  const file = `${image}.${type}`;
  return width === undefined || storedWidths(file).includes(Number(width.slice(1))) ? file : null;
}

/** Name of the file that holds the image in one of its stored widths. */
export function storedName(file: string, width: number): string {
  return file.replace(/\.(webp|png)$/, `-${width}.$1`);
}

/** Address of a stored image, of its whole size or as wide as one of its stored widths. */
export function imageUrl(file: string, width?: number): string {
  const name = width === undefined ? file : storedName(file, width);
  return `/api/Content/${encodeURIComponent(name)}`;
}

/** The widths that are stored of an image besides its own. */
export function storedWidths(file: string): number[] {
  const facts = imageFacts(file);
  return facts === null ? [] : IMAGE_WIDTHS.filter((width) => width < facts.width);
}

/** The srcset attribute of a stored image; undefined where only one size is known. */
export function imageSrcSet(file: string): string | undefined {
  const facts = imageFacts(file);
  if (facts === null) return undefined;
  const smaller = storedWidths(file).map((width) => `${imageUrl(file, width)} ${width}w`);
  return [...smaller, `${imageUrl(file)} ${facts.width}w`].join(', ');
}

/** Address of a stored image for the tab of a browser: no larger than needed there. */
export function iconUrl(file: string): string {
  return storedWidths(file).includes(IMAGE_WIDTHS[0]) ? imageUrl(file, IMAGE_WIDTHS[0]) : imageUrl(file);
}

/** "/api/Content/x.webp" and "x.webp" are both the file x.webp. */
export function imageFile(text: string): string {
  return text.replace(/^\/api\/Content\//i, '');
}
