import { getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import type { Receipt } from '../../domain/calls/receipts.ts';
import { inVisualOrder } from '../../server/features/receipts/pdf-pages.ts';
import { receiptPdf } from '../../server/features/receipts/pdf.ts';

const RECEIPT: Receipt = {
  number: 'R-000012',
  title: 'Poster printing, request 7',
  issuedAt: '2026-11-28T18:00:00.000Z',
  timezone: 'America/Denver',
  issuer: ['Campus Makeshop', '1 University Ave', 'Tax ID 12-345'],
  customer: 'Łukasz Żółć',
  lines: [
    { label: 'Poster, 24 × 36 in', amountCents: 4200, kind: 'item' },
    { label: 'Discount', amountCents: -840, kind: 'discount' },
    { label: 'Sales tax, 8.5 %', amountCents: 286, kind: 'tax' },
  ],
  amountCents: 3646,
  taxCents: 286,
  discountReason: 'Students',
  payments: [
    { method: 'Balance', amountCents: 646, paidAt: '2026-11-28T18:00:00.000Z', account: null, payer: null },
    { method: 'Card', amountCents: 3000, paidAt: '2026-11-28T18:00:00.000Z', account: null, payer: 'F. F.' },
  ],
  refunds: [{ method: 'Card', amountCents: 1000, refundedAt: '2026-11-29T18:00:00.000Z', isPending: true }],
};

interface Node {
  role?: string;
  children?: Node[];
}

async function opened(receipt: Receipt) {
  const file = await receiptPdf(receipt);
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
  const texts = await Promise.all(pages.map((page) => page.getTextContent()));
  const trees = (await Promise.all(pages.map((page) => page.getStructTree()))) as unknown as Node[];
  const text = texts
    .flatMap(({ items }) => items.flatMap((item) => ('str' in item ? [item.str] : [])))
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  return { file, pdf, text, trees };
}

function rolesIn({ role, children = [] }: Node): string[] {
  return [...(role === undefined ? [] : [role]), ...children.flatMap(rolesIn)];
}

describe('the PDF file of a receipt', () => {
  test('says all of it in reading order', async () => {
    const { text } = await opened(RECEIPT);
    const parts = [
      'Campus Makeshop',
      'Tax ID 12-345',
      'Receipt R-000012',
      'November 28, 2026',
      'Łukasz Żółć',
      'Poster, 24 × 36 in',
      '$42.00',
      'Discount (Students)',
      '-$8.40',
      'Total, with tax',
      '$36.46',
      'by F. F.',
      'in progress',
      '-$10.00',
      'Paid after refunds',
      '$26.46',
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places.filter((place) => place < 0)).toEqual([]);
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
  });

  test('is tagged, titled and in a language', async () => {
    const { file, pdf, trees } = await opened(RECEIPT);
    const roles = rolesIn(trees[0] ?? {});
    expect(roles.filter((role) => role === 'H1')).toHaveLength(1);
    expect(roles.filter((role) => role === 'H2')).toHaveLength(2);
    expect(roles.filter((role) => role === 'Table')).toHaveLength(3);
    expect(roles.filter((role) => role === 'TH')).toHaveLength(6);
    // Three lines and a total, two payments, and a refund with what remains.
    expect(roles.filter((role) => role === 'TD')).toHaveLength(2 * (4 + 2 + 2));
    const { info, metadata } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: 'Receipt R-000012', Language: 'en-US' });
    expect(metadata?.getRaw()).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const source = file.toString('latin1');
    expect(source).not.toContain('/Helvetica');
    expect(source).toContain('/FontFile2');
  });

  test.each(['Ελένη Παπαδοπούλου', 'Наталья Ёлкина', 'Nguyễn Thị Ánh', 'Þórunn Ægisdóttir'])(
    'has complete names: %s',
    async (customer) => {
      const { text } = await opened({ ...RECEIPT, customer });
      expect(text).toContain(customer);
    },
  );

  test('has glyphs for Arabic names', async () => {
    const { text } = await opened({ ...RECEIPT, customer: 'محمد' });
    expect(text.normalize('NFKC')).toMatch(/محمد|دمحم/);
  });

  test.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['محمد علي', 'محمد\u00A0علي'],
    ['Customer: محمد علي', 'Customer: محمد\u00A0علي'],
    ['محمد علي Ada Lovelace', 'Ada Lovelace محمد\u00A0علي'],
    ['12 محمد', 'محمد 12'],
  ])('puts the words of %s as they are read', (text, shown) => {
    expect(inVisualOrder(text)).toBe(shown);
  });

  test('has the order of words for screen readers', async () => {
    const { file } = await opened({ ...RECEIPT, customer: 'محمد علي' });
    const utf16 = Buffer.from(`\uFEFFCustomer: محمد علي`, 'utf16le').swap16();
    expect(file.includes(utf16)).toBe(true);
  });

  test('continues on further pages', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({
      label: `Line ${index + 1}`,
      amountCents: 100,
      kind: 'item' as const,
    }));
    const { pdf, text, trees } = await opened({ ...RECEIPT, lines });
    expect(pdf.numPages).toBeGreaterThan(1);
    expect(text).toContain('Line 60');
    expect(trees.flatMap(rolesIn).filter((role) => role === 'TR').length).toBeGreaterThan(60);
  });
});
