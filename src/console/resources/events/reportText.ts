import type { Row } from '../../../../domain/declarations/model.ts';

/** A report as plain text, to be pasted into an issue. */
export function reportText(report: Row): string {
  const lines: [string, unknown][] = [
    ['Message', report['message']],
    ['When', report['createdAt']],
    ['Where', report['location']],
    ['Browser', report['userAgent']],
  ];
  const head = lines
    .filter(([, value]) => typeof value === 'string' && value !== '')
    .map(([label, value]) => `${label}: ${String(value)}`);
  return [...head, '', String(report['exception'] ?? '')].join('\n').trimEnd();
}
