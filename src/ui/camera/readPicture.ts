import { decodeQR } from 'qr/decode.js';

/** Longer sides are made this long: a code that fills a tenth of it is still read. */
const LONGEST = 1280;

/** Reads QR codes from pictures and from a camera's frames. Loaded when someone scans. */
export class PictureReader {
  readonly #canvas = document.createElement('canvas');

  /** The text of a QR code in what is drawn; null where none is found. */
  read(source: CanvasImageSource, width: number, height: number): string | null {
    if (width === 0 || height === 0) return null;
    const scale = Math.min(1, LONGEST / Math.max(width, height));
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
    Object.assign(this.#canvas, size);
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) return null;
    // A picture that is transparent where the code is light would be dark all over.
    context.fillStyle = 'white';
    context.fillRect(0, 0, size.width, size.height);
    context.drawImage(source, 0, 0, size.width, size.height);
    const { data } = context.getImageData(0, 0, size.width, size.height);
    try {
      return decodeQR({ ...size, data });
    } catch {
      // The library's word for a picture without a code.
      return null;
    }
  }
}

export async function readPicture(file: Blob): Promise<string | null> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return null;
  }
  const text = new PictureReader().read(picture, picture.width, picture.height);
  picture.close();
  return text;
}
