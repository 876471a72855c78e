import { formatNumber } from '../../../../domain/values/formats.ts';
import type {
  DebugReport,
  FactKind,
  FactState,
  FactTable,
  FactValue,
  CheckAnswer,
  DebugSection,
} from '../../../../domain/calls/debug.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A value in words, in English and UTC: 1536 bytes -> "1.5 kB". */
export function factText(value: FactValue, kind: FactKind = 'text'): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string')
    return kind === 'instant' ? value.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC') : value;
  if (kind === 'bytes') return bytesText(value);
  if (kind === 'seconds') return durationText(value);
  if (kind === 'milliseconds') return value < 10_000 ? `${rounded(value)} ms` : durationText(value / 1000);
  if (kind === 'share') return `${rounded(value * 100)} %`;
  return formatNumber(value, 2);
}

function bytesText(bytes: number): string {
  let unit = 0;
  let left = bytes;
  while (left >= 1024 && unit < UNITS.length - 1) {
    left /= 1024;
    unit += 1;
  }
  return `${rounded(left)} ${UNITS[unit]}`;
}

function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3_600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

function rounded(value: number): string {
  return formatNumber(value, value < 10 ? 1 : 0);
}

const LONGEST_REPORT = 49_000;
const STATE_WORDS: Readonly<Record<FactState, string>> = {
  good: '',
  attention: ' (needs attention)',
  fault: ' (fault)',
};

/** The report as Markdown, below 50 kB: for a ticket or a mail. */
export function reportText(report: DebugReport, checks: readonly CheckAnswer[]): string {
  const text = [
    `# Debug report, ${factText(report.at, 'instant')}`,
    ...report.sections.map((section) => sectionText(section)),
    ...(checks.length === 0 ? [] : [checksText(checks)]),
  ].join('\n\n');
  return shortened(text);
}

function sectionText({ title, facts, fault }: DebugSection): string {
  if (facts === null) return `## ${title}\n\nCould not be read: ${fault ?? 'unknown reason'}`;
  const lines = facts.facts.map(
    ({ label, value, kind, state, note }) =>
      `- ${label}: ${cellText(value, kind)}${state ? STATE_WORDS[state] : ''}${note ? `. ${note}` : ''}`,
  );
  return [`## ${title}`, lines.join('\n'), ...(facts.tables ?? []).map(tableText)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function tableText({ title, columns, rows, empty }: FactTable): string {
  if (rows.length === 0) return `### ${title}\n\n${empty}`;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `### ${title}\n`,
    line(columns.map(({ label }) => label)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(row.map((value, at) => cellText(value, columns[at]?.kind)))),
  ].join('\n');
}

function checksText(checks: readonly CheckAnswer[]): string {
  const lines = checks.map(
    ({ section, title, outcome, says, todo, ms }) =>
      `- ${section}: ${title}: ${outcome} (${factText(ms, 'milliseconds')}). ${oneLine(says)}${todo ? ` ${oneLine(todo)}` : ''}`,
  );
  return `## Checks\n\n${lines.join('\n')}`;
}

function cellText(value: FactValue, kind: FactKind | undefined): string {
  return oneLine(factText(value, kind)).replaceAll('|', '\\|');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A character takes four bytes at most, and most take one: cut by bytes, at the end of a line. */
function shortened(text: string): string {
  let bytes = 0;
  let end = 0;
  for (const line of text.split('\n')) {
    for (const character of line) {
      const code = character.codePointAt(0) ?? 0;
      bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    }
    bytes += 1;
    if (bytes > LONGEST_REPORT) return `${text.slice(0, end)}\n(Shortened.)`;
    end += line.length + 1;
  }
  return text;
}
