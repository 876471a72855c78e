import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** What receipts use of the packages; the published types lag behind them. */
export interface StructureElement {
  add: (child: StructureElement) => StructureElement;
  end: () => void;
}

interface TextOptions {
  width?: number;
  align?: 'left' | 'right';
  lineGap?: number;
}

export interface PdfDocument {
  x: number;
  y: number;
  readonly page: { width: number; height: number };
  font: (font: Font) => PdfDocument;
  fontSize: (size: number) => PdfDocument;
  fillColor: (color: string) => PdfDocument;
  text: (text: string, x: number, y: number, options?: TextOptions) => PdfDocument;
  heightOfString: (text: string, options?: TextOptions) => number;
  moveTo: (x: number, y: number) => PdfDocument;
  lineTo: (x: number, y: number) => PdfDocument;
  lineWidth: (width: number) => PdfDocument;
  stroke: (color: string) => PdfDocument;
  markContent: (tag: string, options?: object) => PdfDocument;
  endMarkedContent: () => PdfDocument;
  struct: (
    type: string,
    options?: { scope?: 'Row' | 'Column'; actual?: string },
    content?: readonly (StructureElement | (() => void))[],
  ) => StructureElement;
  addStructure: (element: StructureElement) => PdfDocument;
  addPage: () => PdfDocument;
  on: ((event: 'data', listen: (chunk: Buffer) => void) => void) & ((event: 'end', listen: () => void) => void);
  end: () => void;
}

/** Parsed once: parsing it takes ten times as long as a receipt. */
export type Font = { readonly __font: unique symbol };

interface Packages {
  PdfDocument: new (options: object) => PdfDocument;
  regular: Font;
  bold: Font;
}

let packages: Promise<Packages> | undefined;

/** Loaded by the first receipt: most processes write none. */
export function pdfPackages(): Promise<Packages> {
  return (packages ??= loadPackages().catch((error: unknown) => {
    packages = undefined;
    throw error;
  }));
}

async function loadPackages(): Promise<Packages> {
  const require = createRequire(import.meta.url);
  const fontkit = require('fontkit') as { create: (file: Buffer) => Font };
  const face = async (name: string): Promise<Font> =>
    fontkit.create(await readFile(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
  const [regular, bold] = await Promise.all([face('DejaVuSans'), face('DejaVuSans-Bold')]);
  return { PdfDocument: require('pdfkit') as Packages['PdfDocument'], regular, bold };
}
