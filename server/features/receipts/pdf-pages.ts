import { dateTimeStyle } from '../../../domain/values/formats.ts';
import { pdfPackages, type Font, type PdfDocument, type StructureElement } from './pdfkit.ts';

export interface PageStyle {
  size?: number;
  isBold?: boolean;
  isQuiet?: boolean;
}

/** A row of a table: a text, and an amount at the right edge. */
export interface TableRow extends PageStyle {
  text: string;
  amount: string;
}

const MARGIN = 56;
const SIZE = 10;
const LINE_GAP = 2;
const ROW_PADDING = 5;
const AMOUNT_WIDTH = 120;
const INK = '#111827';
const QUIET = '#4b5563';
const RULE = '#9ca3af';
const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const NO_BREAK = '\u00A0';

/**
 * Pages of text and tables, tagged for screen readers (PDF/UA) and with embedded fonts. Everything is written from top to bottom, in
 * reading order.
 */
export class PdfPages {
  readonly #pdf: PdfDocument;
  readonly #fonts: { regular: Font; bold: Font };
  readonly #root: StructureElement;
  readonly #bytes: Promise<Buffer>;
  #y = MARGIN;

  private constructor(pdf: PdfDocument, fonts: { regular: Font; bold: Font }) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#bytes = new Promise((resolve) => {
      const chunks: Buffer[] = [];
      pdf.on('data', (chunk) => chunks.push(chunk));
      pdf.on('end', () => resolve(Buffer.concat(chunks)));
    });
    this.#root = pdf.struct('Document');
    pdf.addStructure(this.#root);
  }

  static async open(facts: { title: string; author: string; at: Date }): Promise<PdfPages> {
    const { PdfDocument, regular, bold } = await pdfPackages();
    const { title, author, at } = facts;
    const { isDayFirst } = dateTimeStyle();
    const pdf = new PdfDocument({
      size: isDayFirst ? 'A4' : 'LETTER',
      margin: MARGIN,
      font: regular,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      tagged: true,
      displayTitle: true,
      lang: isDayFirst ? 'en-GB' : 'en-US',
      info: { Title: title, Author: author, CreationDate: at },
    });
    return new PdfPages(pdf, { regular, bold });
  }

  text(tag: 'H1' | 'H2' | 'P', text: string, style: PageStyle = {}): void {
    const height = this.#heightOf(text, this.#width, style);
    this.#makeRoom(height);
    this.#root.add(this.#cell(tag, text, { ...style, x: MARGIN, width: this.#width }));
    this.#y += height;
  }

  space(height: number): void {
    this.#y += height;
  }

  /** The last rows can be a sum. */
  table(header: readonly [text: string, amount: string], rows: readonly TableRow[]): void {
    const table = this.#pdf.struct('Table');
    this.#root.add(table);
    this.#row(table, { text: header[0], amount: header[1], isBold: true }, 'TH');
    for (const row of rows) this.#row(table, row, 'TD');
    table.end();
  }

  close(): Promise<Buffer> {
    this.#root.end();
    this.#pdf.end();
    return this.#bytes;
  }

  get #width(): number {
    return this.#pdf.page.width - 2 * MARGIN;
  }

  #row(table: StructureElement, { text, amount, ...style }: TableRow, tag: 'TH' | 'TD'): void {
    const textWidth = this.#width - AMOUNT_WIDTH;
    const height = this.#heightOf(text, textWidth, style) + 2 * ROW_PADDING;
    this.#makeRoom(height);
    this.#y += ROW_PADDING;
    const row = this.#pdf.struct('TR');
    table.add(row);
    row.add(this.#cell(tag, text, { ...style, x: MARGIN, width: textWidth }));
    row.add(this.#cell(tag, amount, { ...style, x: MARGIN + textWidth, width: AMOUNT_WIDTH, align: 'right' }));
    row.end();
    this.#y += height - ROW_PADDING;
    this.#rule();
  }

  #cell(
    tag: string,
    text: string,
    { x, width, align = 'left', ...style }: PageStyle & { x: number; width: number; align?: 'left' | 'right' },
  ): StructureElement {
    const y = this.#y;
    const shown = inVisualOrder(text);
    const options = {
      ...(tag === 'TH' ? { scope: 'Column' as const } : {}),
      // Screen readers read the text in its own order.
      ...(shown === text ? {} : { actual: text }),
    };
    const draw = (): void => {
      this.#use(style);
      this.#pdf.text(shown, x, y, { width, align, lineGap: LINE_GAP });
    };
    return this.#pdf.struct(tag, options, [draw]);
  }

  #heightOf(text: string, width: number, style: PageStyle): number {
    this.#use(style);
    return this.#pdf.heightOfString(text, { width, lineGap: LINE_GAP });
  }

  #use({ size = SIZE, isBold = false, isQuiet = false }: PageStyle): void {
    this.#pdf.font(isBold ? this.#fonts.bold : this.#fonts.regular).fontSize(size);
    this.#pdf.fillColor(isQuiet ? QUIET : INK);
  }

  #rule(): void {
    this.#pdf.markContent('Artifact', { type: 'Layout' });
    const end = MARGIN + this.#width;
    this.#pdf.moveTo(MARGIN, this.#y).lineTo(end, this.#y).lineWidth(0.5).stroke(RULE);
    this.#pdf.endMarkedContent();
  }

  #makeRoom(height: number): void {
    if (this.#y + height <= this.#pdf.page.height - MARGIN) return;
    this.#pdf.addPage();
    this.#y = MARGIN;
  }
}

/**
 * The font library shapes what is between spaces, from right to left if it is Arabic, and puts these parts from left to right. Words that are
 * read from right to left become one part, and the parts of a text that begins with them are turned around.
 */
export function inVisualOrder(text: string): string {
  const parts: string[] = [];
  let isTurned: boolean = false;
  for (const word of text.split(' ')) {
    const wasTurned: boolean = isTurned;
    isTurned = RIGHT_TO_LEFT.test(word);
    if (parts.length === 0 || isTurned !== wasTurned) parts.push(word);
    else parts.push(`${parts.pop() ?? ''}${isTurned ? NO_BREAK : ' '}${word}`);
  }
  return (RIGHT_TO_LEFT.test(text) ? parts.toReversed() : parts).join(' ');
}
