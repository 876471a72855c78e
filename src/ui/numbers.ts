const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

/** 1234.5 -> "1,234.5" */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** "1 page", "1,200 pages" */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
