/** Integer cents as an amount of two decimals: 1250 is "12.50". */
export function formatCents(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** What somebody typed as an amount, in integer cents; undefined when it is not one. "1,250.5" is 125050. */
export function parseCents(text: string): number | undefined {
  const plain = text.replaceAll(/[\s,$]/g, '');
  const match = /^(-?)(\d+)(?:\.(\d{0,2}))?$/.exec(plain) ?? /^(-?)()\.(\d{1,2})$/.exec(plain);
  if (!match) return undefined;
  const cents = Number(match[2] ?? 0) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return undefined;
  return match[1] ? -cents : cents;
}
