import { imageUrl, storedWidths } from '../../../domain/values/images.ts';

const WIDTH = 320;

/** The stored size for a small preview. */
export function thumbnailUrl(file: string): string {
  return storedWidths(file).includes(WIDTH) ? imageUrl(file, WIDTH) : imageUrl(file);
}
