import { extname } from 'node:path';

/** Accepted image types, by the name under which their content is detected. */
const KINDS: Readonly<Record<string, { label: string; mime: string; endings: readonly string[] }>> = {
  jpg: { label: 'JPEG', mime: 'image/jpeg', endings: ['.jpg', '.jpeg', '.jpe', '.jfif'] },
  png: { label: 'PNG', mime: 'image/png', endings: ['.png'] },
  apng: { label: 'PNG', mime: 'image/png', endings: ['.png', '.apng'] },
  webp: { label: 'WebP', mime: 'image/webp', endings: ['.webp'] },
  avif: { label: 'AVIF', mime: 'image/avif', endings: ['.avif'] },
  gif: { label: 'GIF', mime: 'image/gif', endings: ['.gif'] },
};
const CHOOSE = 'Choose a JPEG, PNG, WebP, AVIF or GIF picture.';

/**
 * Why a file is not accepted as an image, as a sentence; null when it is. The content decides; a name or type that contradicts it is
 * refused.
 */
export async function pictureFault(name: string, saidType: string | undefined, sample: Buffer): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const sniffed = (await fileTypeFromBuffer(sample))?.ext ?? '';
  const kind = KINDS[sniffed];
  if (!kind) return otherKind(name, sniffed, sample);
  const ending = extname(name).toLowerCase();
  if (ending !== '' && !kind.endings.includes(ending)) {
    return `${name} is not what its name says: it holds a ${kind.label} picture. Export it again, or give it the ending ${kind.endings[0]}.`;
  }
  const type = saidType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type.startsWith('image/') && type.replace('/jpg', '/jpeg').replace('/apng', '/png') !== kind.mime) {
    return `${name} was sent as ${type}, but it holds a ${kind.label} picture. Choose the file again.`;
  }
  return null;
}

function otherKind(name: string, sniffed: string, sample: Buffer): string {
  const start = sample.subarray(0, 4096);
  if (sample.length === 0) return `${name} is empty. Choose the file again.`;
  if (['heic', 'heif'].includes(sniffed))
    return `${name} is a HEIC picture, which browsers cannot show. Export it as JPEG and choose that.`;
  if (/<(?:\w+:)?svg\b/i.test(start.toString('latin1')) || /<(?:\w+:)?svg\b/i.test(start.toString('utf16le'))) {
    return `${name} is an SVG drawing, which can carry programs. Export it as PNG or WebP and choose that.`;
  }
  return `${name} is not a picture that can be shown here. ${CHOOSE}`;
}
