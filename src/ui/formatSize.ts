import { readNumber } from '../../domain/values/number-text.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB'];

/** A human-readable size in steps of 1,024, as file managers and form limits use them: "31 MB", "1.4 kB". */
export function formatSize(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** power;
  return `${amount >= 10 || power === 0 ? Math.round(amount) : Math.round(amount * 10) / 10} ${UNITS[power]}`;
}

/** Parses a typed size, "1.5 MB", "200 kb", "1,024", as bytes (the default unit); undefined for anything else. */
export function readSize(text: string): number | undefined {
  const [, amount = '', unit = 'b'] = /^([\d,.]+) *(bytes?|[kmg]?b)?$/i.exec(text.trim()) ?? [];
  const number = readNumber(amount);
  if (number === undefined) return undefined;
  return Math.round(number * 1024 ** Math.max(0, ' kmg'.indexOf(unit.charAt(0).toLowerCase())));
}
