import { formatNumber } from '../../../domain/values/formats.ts';
import type { RosterFault, RosterPerson } from '../../../domain/calls/classes.ts';
import {
  NO_SHEET,
  NO_TEXT,
  ROSTER_COLUMNS,
  ROSTER_LINES,
  type RosterColumn,
} from '../../../domain/sessions/rosters.ts';
import { csvRows, type CsvRow } from '../../platform/csv-rows.ts';

/** Reads class rosters: comma-, semicolon- or tab-separated text, as registrars and spreadsheets write it. */

export interface RosterLine extends RosterPerson {
  line: number;
}

export interface ReadRoster {
  titles: string[];
  columns: (RosterColumn | null)[];
  samples: string[][];
  lines: number;
  /** Why nothing can be read, in words. */
  fault: string | null;
  people: RosterLine[];
  /** Lines that name no one who could be imported. */
  faults: RosterFault[];
  /** Lines that repeat a person, with nothing else, dropped people, and empty ones: also left out. */
  doubles: RosterFault[];
}

const EMAIL = /^[^\s@<>()[\],;:\\"]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i;
const STUDENT_ID = /^[A-Za-z0-9._-]{1,20}$/;
/** Numbers as spreadsheets write them: the original ID is lost. */
const NUMBER = /^(?:\d+[.,]\d+E[+-]?\d+|\d{4,}\.0+)$/i;
/** "**Web Drop**", "Withdrawn" */
const HAS_DROPPED = /\b(?:drop|withdr|cancel)/i;
/** Rows of course systems that are no one's. */
const PLACEHOLDER_PERSON = /^(?:points possible|student, test|test student)$/i;
/** What a spreadsheet would take for a formula, in ASCII and full-width forms. */
const FORMULA = /^[=+@＝＋＠]/;
const CONTROL = /[^\P{Cc}\t\n\r]/u;
const TEXTS: readonly RosterColumn[] = ['name', 'firstName', 'lastName', 'section'];
const LONGEST = { name: 120, email: 254, section: 40 } as const;
/** Hundreds of marks can follow the columns about the person. */
const MOST_COLUMNS = 60;
const SAMPLES = 3;
/** Lines of a file. Twice the number of people, because exports of several pages repeat their titles. */
const MOST_ROWS = 2 * ROSTER_LINES;
const TOO_LARGE = `It has more than ${formatNumber(ROSTER_LINES)} lines, or more than 1,000 columns.`;
/** The line with the titles is among these first lines, below those that name the class. */
const MOST_ABOVE = 10;

/** Titles of columns, in small letters without anything but letters and digits. Of several columns that of the first title counts. */
const TITLES: Readonly<Record<RosterColumn, readonly string[]>> = {
  studentId: [
    'studentid',
    'studentnumber',
    'sisuserid',
    'sisid',
    'sid',
    'universityid',
    'campusid',
    'bannerid',
    'cwid',
    'orgdefinedid',
    'matriculation',
    'emplid',
    'idnumber',
    'id',
  ],
  email: ['email', 'mail', 'emailaddress', 'mailaddress', 'studentemail', 'campusemail', 'universityemail'],
  name: ['name', 'fullname', 'student', 'studentname', 'displayname', 'person', 'namelastfirst'],
  firstName: ['firstname', 'first', 'givenname', 'given', 'forename', 'preferredfirstname', 'preferredname'],
  lastName: ['lastname', 'last', 'surname', 'familyname', 'family'],
  section: ['section', 'sec', 'classsection', 'sectionnumber', 'group', 'lab'],
  status: ['regstatus', 'registrationstatus', 'enrollmentstatus', 'enrolmentstatus', 'status'],
};

/** `columns`: what each column is; guessed where it is missing. */
export function readRoster(text: string, columns?: readonly (RosterColumn | null)[]): ReadRoster {
  const nothing = { titles: [], columns: [], samples: [], lines: 0, people: [], faults: [], doubles: [] };
  if (text.trim() === '') return { ...nothing, fault: 'The file is empty.' };
  if (/^(?:PK\u0003\u0004|%PDF-)/.test(text) || CONTROL.test(text.slice(0, 10_000)))
    return { ...nothing, fault: NO_TEXT };
  if (/^\uFEFF?\s*<(?:!doctype|html|table|\?xml)/i.test(text)) return { ...nothing, fault: NO_SHEET };
  const read = csvRows(text, { rows: MOST_ROWS, cells: MOST_COLUMNS });
  if (read === null) return { ...nothing, fault: TOO_LARGE };
  const rows = withoutPreamble(read);
  const [titleRow] = rows;
  const first = titleRow?.values ?? [];
  const hasTitles = !first.some((value) => EMAIL.test(value) || /^\d{4,}$/.test(value));
  const width = Math.min(first.length, MOST_COLUMNS);
  // Of a list of several pages, each has them.
  const body = hasTitles ? rows.filter(({ values }) => !isSameRow(values, first)) : rows;
  const titles = Array.from({ length: width }, (_, at) => (hasTitles && first[at]?.slice(0, 60)) || `Column ${at + 1}`);
  const known = Array.from({ length: width }, (_, at) => columns?.[at] ?? null);
  const taken = columns === undefined ? guessColumns(hasTitles ? titles : [], width, body) : known;
  const found: Omit<ReadRoster, 'fault' | 'people' | 'faults' | 'doubles'> = {
    titles,
    columns: taken,
    samples: body.slice(0, SAMPLES).map(({ values }) => values.slice(0, width).map((value) => value.slice(0, 60))),
    lines: body.length,
  };
  const fault = columnFault(taken, body.length);
  if (fault !== null) return { ...found, fault, people: [], faults: [], doubles: [] };
  return { ...found, fault: null, ...readPeople(body, taken, titleRow?.width ?? 0) };
}

function isSameRow(values: readonly string[], others: readonly string[]): boolean {
  return values.length === others.length && values.every((value, at) => value === others[at]);
}

/** From the line with the titles on, if it is below others. */
function withoutPreamble(rows: readonly CsvRow[]): readonly CsvRow[] {
  const at = rows.slice(0, MOST_ABOVE).findIndex(({ values }) => values.some(isKeyTitle));
  return at > 0 && !rows.slice(0, at).some(({ values }) => values.some((value) => EMAIL.test(value)))
    ? rows.slice(at)
    : rows;
}

/** Of a column by which people are found. */
function isKeyTitle(value: string): boolean {
  const word = normalizeHeading(value);
  return TITLES.studentId.includes(word) || TITLES.email.includes(word);
}

function normalizeHeading(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function columnFault(columns: readonly (RosterColumn | null)[], lines: number): string | null {
  if (lines === 0) return 'It contains only a header line.';
  if (lines > ROSTER_LINES) return `It has more than ${formatNumber(ROSTER_LINES)} lines.`;
  if (!columns.includes('studentId') && !columns.includes('email'))
    return 'Choose the column with the student ID or the email address. People are matched by it.';
  const twice = ROSTER_COLUMNS.find((one) => columns.filter((column) => column === one).length > 1);
  return twice === undefined ? null : 'Two columns have the same meaning.';
}

function readPeople(
  body: readonly CsvRow[],
  columns: readonly (RosterColumn | null)[],
  width: number,
): Pick<ReadRoster, 'people' | 'faults' | 'doubles'> {
  const people: RosterLine[] = [];
  const faults: RosterFault[] = [];
  const doubles: RosterFault[] = [];
  const seen = new Map<string, number>();
  for (const { line, values, filled } of body) {
    const at = (column: RosterColumn): string => values[columns.indexOf(column)] ?? '';
    const person = {
      line,
      name: personNameIn(at),
      studentId: at('studentId') || null,
      email: addressIn(at('email')) || null,
      section: at('section') || null,
    };
    if (HAS_DROPPED.test(at('status'))) {
      doubles.push({
        line,
        words: `Line ${line} is for someone who is not in the class: ${formatCell(at('status'))}.`,
      });
      continue;
    }
    const words =
      filled > width ? 'has more cells than the first line' : (faultOfPerson(person) ?? formulaIn(TEXTS.map(at)));
    if (words !== null) {
      const isPlaceholder = personKeys(person).length === 0 && values.some((value) => PLACEHOLDER_PERSON.test(value));
      (isPlaceholder ? doubles : faults).push({ line, words: `Line ${line} ${words}.` });
      continue;
    }
    const keys = personKeys(person);
    const before = keys.map((key) => seen.get(key)).find((one) => one !== undefined);
    if (before !== undefined) {
      const double = {
        line,
        words: `Line ${line} repeats the student ID or address of line ${before}. Line ${before} is used.`,
      };
      // With another ID or address it may be another person.
      (keys.every((key) => seen.get(key) === before) ? doubles : faults).push(double);
      continue;
    }
    for (const key of keys) seen.set(key, line);
    people.push({ ...person, name: person.name || (person.email ?? person.studentId ?? '') });
  }
  return { people, faults, doubles };
}

/** Identifies a student ID: ignores case and leading zeros of a number, which spreadsheets drop. */
export function idKey(studentId: string): string {
  return /^\d+$/.test(studentId) ? studentId.replace(/^0+/, '') : studentId.toLowerCase();
}

/** By which someone is known. */
export function personKeys({ studentId, email }: Pick<RosterPerson, 'studentId' | 'email'>): string[] {
  return [
    ...(studentId === null ? [] : [`id ${idKey(studentId)}`]),
    ...(email === null ? [] : [`mail ${email.toLowerCase()}`]),
  ];
}

function faultOfPerson({ name, studentId, email, section }: RosterPerson): string | null {
  if (studentId === null && email === null) return 'has neither a student ID nor an email address';
  if (studentId !== null && NUMBER.test(studentId))
    return `has a student ID that a program has changed to a number: ${formatCell(studentId)}. Save that column as text`;
  if (studentId !== null && !STUDENT_ID.test(studentId)) return `has an invalid student ID: ${formatCell(studentId)}`;
  if (email !== null && (email.length > LONGEST.email || !EMAIL.test(email)))
    return `has an invalid email address: ${formatCell(email)}`;
  if (name.length > LONGEST.name) return `has a name of more than ${LONGEST.name} characters`;
  if ((section ?? '').length > LONGEST.section) return `has a section of more than ${LONGEST.section} characters`;
  return null;
}

/** In the original cells: in composed names, it would not come first. */
function formulaIn(cells: readonly string[]): string | null {
  const formula = cells.find((text) => FORMULA.test(text) || CONTROL.test(text));
  return formula === undefined ? null : `has a formula where a name should be: ${formatCell(formula)}`;
}

function formatCell(text: string): string {
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
}

/** In small letters; of "Ada Byron <ada@campus.example>" and of a link what is meant. */
function addressIn(text: string): string {
  return (/<([^<>]+)>$/.exec(text)?.[1] ?? text)
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase();
}

/** "Lovelace, Ada" is Ada Lovelace. */
function personNameIn(at: (column: RosterColumn) => string): string {
  const whole = at('name').replace(/\s+/g, ' ');
  const [last = '', first = '', ...more] = whole.split(',').map((part) => part.trim());
  const name = first !== '' && more.length === 0 ? `${first} ${last}` : whole;
  return (name || `${at('firstName')} ${at('lastName')}`).replace(/\s+/g, ' ').trim();
}

/** Guesses what each column is by its title, or else by its values. */
function guessColumns(titles: readonly string[], width: number, body: readonly CsvRow[]): (RosterColumn | null)[] {
  const columns: (RosterColumn | null)[] = Array.from({ length: width }, () => null);
  const words = titles.map(normalizeHeading);
  for (const column of ROSTER_COLUMNS) {
    const at = TITLES[column].map((title) => words.indexOf(title)).find((found) => found >= 0);
    if (at !== undefined) columns[at] = column;
  }
  const sample = body.slice(0, 50);
  const fill = (column: RosterColumn, fits: (value: string) => boolean): void => {
    if (columns.includes(column)) return;
    const at = columns.findIndex((one, index) => {
      const values = sample.flatMap(({ values: cells }) => cells[index] || []);
      return one === null && values.length > 0 && values.filter(fits).length * 10 >= values.length * 8;
    });
    if (at >= 0) columns[at] = column;
  };
  fill('email', (value) => EMAIL.test(value));
  fill('studentId', (value) => /^\d{4,20}$/.test(value));
  if (!columns.includes('firstName') && !columns.includes('lastName') && titles.length === 0)
    fill('name', (value) => /^\p{L}[\p{L}\s.,'’-]+$/u.test(value));
  // With a whole name the parts of it are not needed.
  if (columns.includes('name') && columns.includes('firstName') && columns.includes('lastName'))
    columns[columns.indexOf('name')] = null;
  return columns;
}
