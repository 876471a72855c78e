import { formatDay } from '../../../domain/values/formats.ts';
import type { ClassCell, ClassGrid } from '../../../domain/calls/classes.ts';
import type { CellState } from '../../../domain/sessions/signup.ts';
import type { IconName } from '../../../domain/declarations/icons.ts';

export const STATES: Readonly<Record<CellState, { words: string; icon: IconName }>> = {
  done: { words: 'Done', icon: 'circle-check' },
  signedUp: { words: 'Signed up', icon: 'calendar-check' },
  waiting: { words: 'Waitlist', icon: 'clock' },
  missing: { words: 'Missing', icon: 'circle-dashed' },
  overdue: { words: 'Overdue', icon: 'triangle-alert' },
};

/** "Done, 9 Mar 2027" */
export function cellText({ state, date, exemption }: ClassCell): string {
  const words = exemption === null ? STATES[state].words : 'Marked as done';
  return date === null ? words : `${words}, ${formatDay(date)}`;
}

export const SHOWN = ['all', 'missing', 'overdue'] as const;
export type Shown = (typeof SHOWN)[number];
export const SHOWN_LABELS: Readonly<Record<Shown, string>> = {
  all: 'Everyone',
  missing: 'Incomplete',
  overdue: 'Overdue',
};

const LACKING: Readonly<Record<Shown, readonly CellState[]>> = {
  all: [],
  missing: ['waiting', 'missing', 'overdue'],
  overdue: ['overdue'],
};

export function shownPeople({ people }: ClassGrid, show: Shown, name: string): ClassGrid['people'] {
  const words = name
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return people.filter(
    (person) =>
      (show === 'all' || person.cells.some(({ state }) => LACKING[show].includes(state))) &&
      words.every((word) =>
        `${person.name} ${person.studentId ?? ''} ${person.section ?? ''}`.toLowerCase().includes(word),
      ),
  );
}

export function csvRows({ columns }: ClassGrid, people: ClassGrid['people']): string[][] {
  return [
    [
      'Name',
      'Student ID',
      'Section',
      ...columns.map(({ title, dueOn }) => (dueOn === null ? title : `${title}, due ${dueOn}`)),
    ],
    ...people.map(({ name, studentId, section, cells }) => [
      name,
      studentId ?? '',
      section ?? '',
      ...cells.map((cell) => cellText(cell) + (cell.exemption === null ? '' : ` (${cell.exemption.reason})`)),
    ]),
  ];
}
