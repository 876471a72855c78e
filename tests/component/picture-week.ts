import type { ClassCell, ClassChoices, ClassGrid } from '../../domain/calls/classes.ts';
import type { DoorList, DoorTicket } from '../../domain/calls/door.ts';
import type { StaffCalendar, StaffEntry } from '../../domain/calls/staff-calendar.ts';
import type { TicketStatus } from '../../domain/sessions/tickets.ts';
import { at, LOCATIONS, rowsOf } from './picture-answers.ts';
import { listOf, type Answers } from './site-api.ts';

/** The door list, the calendar and the class of pictures.test.tsx. */

let nextTicket = 0;
function ticket(name: string, status: TicketStatus, given: Partial<DoorTicket> = {}): DoorTicket {
  nextTicket += 1;
  const door: TicketStatus[] = ['attended', 'late', 'noShow'];
  return {
    ...{ id: nextTicket, userId: nextTicket, name, username: name.toLowerCase().replace(' ', '.') },
    ...{
      isProvisional: false,
      codes: [],
      cards: [],
      status,
      since: '2027-03-09T09:30:00-07:00',
      source: 'web',
      position: null,
    },
    ...{ priceCents: null, until: null, reason: null, answers: null, wishes: null, files: [] },
    ...{ answersMissing: false, termsMissing: false, dependsOn: [] },
    nextStatuses:
      status === 'confirmed' ? [...door, 'cancelled'] : ['confirmed', ...door.filter((to) => to !== status)],
    ...given,
  };
}

const DOOR: DoorList = {
  session: {
    ...{ id: 7, eventId: 1, title: 'Laser cutter training', timezone: 'America/Denver', place: 'ITLL 1B10' },
    ...{ start: '2027-03-09T10:00:00-07:00', end: '2027-03-09T11:30:00-07:00', phase: 'running' },
    ...{ capacity: 12, taken: 6, counts: { attended: 2, expected: 2, noShow: 1, waiting: 1 } },
  },
  feeCents: 500,
  scanKey: null,
  tickets: [
    ticket('Ada Byron', 'confirmed', { answers: 'Size of glove: Large', wishes: 'A chair with a back' }),
    ticket('Bénédicte Okafor-Wintergreen', 'confirmed', { answersMissing: true, termsMissing: true }),
    ticket('Cleo Marsh', 'attended', { source: 'walkIn' }),
    ticket('Dan Held', 'held', {
      ...{ priceCents: 500, until: '2027-03-09T10:30:00-07:00', nextStatuses: ['confirmed', 'cancelled'] },
    }),
    ticket('Eve Waits', 'waitlisted', { position: 1, nextStatuses: ['cancelled'] }),
    ticket('Fay Stone', 'cancelled', { reason: 'Is ill', nextStatuses: [] }),
    ticket('Gus Late', 'late'),
    ticket('Hal Absent', 'noShow'),
  ],
  ...{ adds: ['attended'], addRefusal: null },
};
export const DOOR_ANSWERS: Answers = {
  'GET /api/events/door/7': () => structuredClone(DOOR),
  'GET /api/events/door/7/terms': () => ({ version: '1', text: 'Wear safety glasses.', minimumAge: null }),
};

const DATES = Array.from({ length: 7 }, (_, nth) => `2027-03-${String(7 + nth).padStart(2, '0')}`);
const HOURS = {
  weekends: false,
  openTimes: [null, 9, 9, 9, 9, 9, null],
  closeTimes: [null, 18, 18, 20, 18, 16, null],
};
const calendarEntry = (id: string, title: string, start: string, end: string, more: Partial<StaffEntry> = {}) =>
  ({
    ...{ id, kind: 'instance', recordId: Number(id.split('-')[1]), title, start, end, placeId: 1, state: 'published' },
    ...{ color: '#b85000', category: 'Machines', seats: { taken: 9, capacity: 12 }, instructors: [], date: null },
    ...{ version: null, repeats: null, conflicts: [], ...more },
  }) satisfies StaffEntry;
const block = (id: string, title: string, start: string, end: string, state: string): StaffEntry =>
  calendarEntry(id, title, start, end, {
    ...{ kind: 'block', state, color: null, category: null, seats: null, date: id.slice(-10), version: 1 },
  });
const CALENDAR: StaffCalendar = {
  ...{ from: '2027-03-07', to: '2027-03-13', isCut: false, choices: { categoryId: [], eventId: [], instructorId: [] } },
  places: [
    {
      ...{ id: 1, displayName: 'Makeshop', buildingCode: 'ITLL', room: '1B10', timezone: 'America/Denver' },
      hours: HOURS,
      days: DATES.map((date, weekday) => {
        const opens = HOURS.openTimes[weekday] ?? null;
        const closes = HOURS.closeTimes[weekday] ?? null;
        const intervals = opens === null || closes === null ? [] : [{ from: opens, to: closes }];
        return { date, weekday, opens, closes, reason: null, intervals, closures: [] };
      }),
    },
  ],
  entries: [
    calendarEntry('instance-7', 'Laser cutter training', at(9, 14), at(9, 15, 30)),
    calendarEntry('instance-8', 'Open house', at(10, 9), at(10, 12), { color: '#2a7d4f', category: 'Public' }),
    calendarEntry('instance-9', 'Introduction to welding for beginners', at(11, 13), at(11, 15), {
      conflicts: [{ kind: 'block', with: 'block-4-2027-03-11', text: 'Overlaps Extractor service' }],
    }),
    calendarEntry('instance-10', 'Laser cutter training', at(12, 10), at(12, 11, 30), { state: 'cancelled' }),
    block('block-3-2027-03-08', 'Staff meeting', at(8, 9), at(8, 10), 'private'),
    block('block-4-2027-03-11', 'Extractor service', at(11, 14), at(11, 16), 'maintenance'),
    block('block-5-2027-03-12', 'Held for a visit', at(12, 13), at(12, 15), 'hold'),
  ],
};
export const CALENDAR_ANSWERS: Answers = {
  ...rowsOf('locations', LOCATIONS),
  'GET /api/scheduling/calendar': () => CALENDAR,
  'GET /api/hoursExceptions': () => listOf('hoursExceptions', []),
};

const CHOICES: ClassChoices = {
  classes: [
    {
      ...{ id: 4, name: 'ENGR 1400-010 Intro to Engineering Design', term: '2027-spring', active: true },
      ...{ people: 4, requirements: 3 },
    },
  ],
};
const cell = (state: ClassCell['state'], date: string | null = null, reason: string | null = null): ClassCell => ({
  ...{ state, date, instanceId: null, exemption: reason === null ? null : { id: 9, version: 1, reason } },
});
const column = (id: number, title: string, dueOn: string | null, sums: number[]): ClassGrid['columns'][number] => {
  const [done = 0, signedUp = 0, waiting = 0, missing = 0, overdue = 0] = sums;
  return {
    ...{ id, eventId: id, title, dueOn, isOverdue: overdue > 0, usual: { minutes: 60, locationId: null } },
    sums: { done, signedUp, waiting, missing, overdue },
  };
};
const GRID: ClassGrid = {
  ...{ id: 4, name: 'ENGR 1400-010 Intro to Engineering Design', term: '2027-spring', today: '2027-03-09' },
  can: { mark: true, write: true, schedule: true, require: true, import: true },
  columns: [
    column(21, 'Laser cutter training', '2027-03-01', [2, 0, 0, 0, 2]),
    column(22, 'Wood shop orientation', '2027-04-01', [0, 2, 1, 1, 0]),
    column(23, 'Introduction to welding for beginners', null, [1, 0, 0, 3, 0]),
  ],
  people: [
    {
      ...{ id: 11, userId: 33, name: 'Ada Byron', studentId: '1001', section: 'A' },
      cells: [cell('done', '2027-02-03'), cell('signedUp', '2027-03-20'), cell('missing')],
    },
    {
      ...{ id: 12, userId: null, name: 'Bénédicte Okafor-Wintergreen', studentId: '1002', section: null },
      cells: [cell('overdue'), cell('missing'), cell('missing')],
    },
    {
      ...{ id: 13, userId: 34, name: 'Cleo Marsh', studentId: null, section: 'B' },
      cells: [cell('done', '2027-03-02', 'At the summer school'), cell('waiting', '2027-03-20'), cell('missing')],
    },
    {
      ...{ id: 14, userId: 35, name: 'Dan Field', studentId: '1004', section: 'A' },
      cells: [cell('overdue'), cell('signedUp', '2027-03-20'), cell('done', '2027-01-29')],
    },
  ],
};
export const CLASS_ANSWERS: Answers = {
  'GET /api/events/classes': () => CHOICES,
  'GET /api/events/classes/4': () => structuredClone(GRID),
};
