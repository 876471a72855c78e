import type { InternalNote } from '../../domain/calls/conversations.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { SubmissionDetail, TimelineEntry } from '../../domain/calls/requests.ts';
import type { ActionPlan } from '../../domain/calls/action-parts.ts';
import type { Plan, PlannedSession } from '../../domain/calls/series.ts';
import { listOf, type ApiCall, type Answers } from './site-api.ts';

/** What the pages of pictures.test.tsx show: a makeshop in one week, with long names, empty values and every state. */

/** Tuesday, March 9 2027, 10:05 in Denver. */
export const NOW = '2027-03-09T17:05:00.000Z';
const DAY = 86_400_000;

/** The instant of a time in Denver in March, whose clocks change on the 14th. */
export const at = (day: number, hour: number, minute = 0): string =>
  new Date(Date.UTC(2027, 2, day, hour + (day < 14 ? 7 : 6), minute)).toISOString();
const later = (instant: string, days: number): string => new Date(Date.parse(instant) + days * DAY).toISOString();
const stamps = { version: 1, createdAt: at(1, 9), updatedAt: at(2, 9), deletedAt: null };

/** Rows of a resource as its list, reduced to the requested ids. */
export const rowsOf = (name: string, rows: readonly Row[]): Answers => ({
  [`GET /api/${name}`]: ({ query }: ApiCall) => {
    const { id } = JSON.parse(query.get('filter') ?? '{}') as { id?: number | number[] };
    return listOf(name, id === undefined ? rows : rows.filter((row) => [id].flat().includes(row['id'] as number)));
  },
});

const EVENTS: Row[] = [
  {
    ...{ id: 1, title: 'Laser cutter training', categoryId: 1, defaultMinutes: 90, defaultCapacity: 12, active: true },
    ...{ defaultLocationId: 1, defaultInstructorIds: [31], feeCents: null, ...stamps },
  },
  {
    ...{ id: 2, title: 'Introduction to welding for beginners', categoryId: 1, defaultMinutes: 120, active: true },
    ...{ defaultCapacity: 8, defaultLocationId: 2, defaultInstructorIds: null, feeCents: 1500, ...stamps },
  },
  {
    ...{ id: 3, title: 'Open house', categoryId: 2, defaultMinutes: 180, defaultCapacity: 120, active: true },
    ...{ defaultLocationId: 1, defaultInstructorIds: null, feeCents: null, ...stamps },
  },
];
export const LOCATIONS: Row[] = [
  { id: 1, displayName: 'Makeshop', buildingCode: 'ITLL', room: '1B10', timezone: 'America/Denver', ...stamps },
  { id: 2, displayName: 'Metal shop', buildingCode: 'ECCE', room: '104', timezone: 'America/Denver', ...stamps },
];
const USERS: Row[] = [
  { id: 31, displayName: 'Grace Hopper', username: 'hopper', ...stamps },
  { id: 32, displayName: 'Bénédicte Okafor-Wintergreen', username: 'okafor', ...stamps },
  { id: 33, displayName: 'Ada Byron', username: 'byron', ...stamps },
];

const session = (id: number, eventId: number, startsAt: string, minutes: number, more: Row = {}): Row => ({
  ...{ id, eventId, startsAt, endsAt: new Date(Date.parse(startsAt) + minutes * 60_000).toISOString() },
  ...{ status: 'published', locationId: 1, capacity: 12, confirmed: 0, waiting: 0, dates: null, seriesId: null },
  ...{ occurrence: null, instructorIds: [31], classId: null, walkInsAllowed: true, isPrivate: false, ...stamps },
  ...more,
});

/** The first of three evenings. */
const COURSE = session(12, 2, at(16, 17), 120, {
  endsAt: at(30, 19),
  dates: [
    { startsAt: at(16, 17), endsAt: at(16, 19) },
    { startsAt: at(23, 17), endsAt: at(23, 19), locationId: 1, note: 'Bring safety glasses' },
    { startsAt: at(30, 17), endsAt: at(30, 19) },
  ],
  ...{ locationId: 2, locationNote: 'Enter by the loading dock', capacity: 8, confirmed: 8 },
  ...{ waiting: 2, instructorIds: [31, 32], notes: 'The second extractor is being repaired.' },
});
/** One of a weekly series. */
const WEEKLY = session(7, 1, at(9, 14), 90, { seriesId: 3, occurrence: '2027-03-09', confirmed: 9, waiting: 0 });
const SESSIONS: Row[] = [
  WEEKLY,
  session(8, 3, at(10, 9), 180, { capacity: 120, confirmed: 47 }),
  session(9, 2, at(11, 13), 120, { locationId: 2, capacity: 8, confirmed: 8, waiting: 3 }),
  session(10, 1, at(12, 10), 90, { status: 'cancelled' }),
  session(13, 1, at(16, 14), 90, { status: 'draft', locationId: null, seriesId: 3, occurrence: '2027-03-16' }),
  COURSE,
];

const CONFLICT = { kind: 'session' as const, with: 'instance-9', text: 'Overlaps Open house, 13:00 to 16:00' };
const planned = (nth: number, more: Partial<PlannedSession> = {}): PlannedSession => ({
  date: later(at(16, 14), nth * 7).slice(0, 10),
  startsAt: later(at(16, 14), nth * 7),
  endsAt: later(at(16, 15, 30), nth * 7),
  conflicts: [],
  ...more,
});
const plan = { timezone: 'America/Denver', isCut: false, canOverrideConflicts: true };

const EMPTY = [
  'classes',
  'sessionFigures',
  'eventSeries',
  'sessionLinks',
  'conflictOverrides',
  'devices',
  'categories',
  'tickets',
  'groups',
];
export const SESSION_ANSWERS: Answers = {
  'GET /api/model/shell': () => new Response(null, { status: 304 }),
  'GET /api/preferences/list-instances': () => ({}),
  ...Object.fromEntries(EMPTY.map((name) => [`GET /api/${name}`, () => listOf(name, [])])),
  ...rowsOf('events', EVENTS),
  ...rowsOf('locations', LOCATIONS),
  ...rowsOf('users', USERS),
  ...rowsOf('instances', SESSIONS),
  ...Object.fromEntries(EVENTS.map((event) => [`GET /api/events/${String(event['id'])}`, () => event])),
  'GET /api/instances/actions': () => ({
    publish: [13],
    repeat: [7, 8, 9, 12, 13],
    cancel: [7, 8, 9, 12, 13],
    delete: [12],
  }),
  'GET /api/instances/7': () => WEEKLY,
  'GET /api/instances/12': () => COURSE,
  'GET /api/instances/7/history': () => listOf('history', []),
  'GET /api/instances/12/history': () => listOf('history', []),
  'GET /api/eventSeries/3': () => ({ id: 3, rule: 'FREQ=WEEKLY;COUNT=4', exceptDates: null, ...stamps }),
  'POST /api/scheduling/sessions/plan': ({ body }) =>
    ({
      ...plan,
      sessions:
        (body as { rule: string | null }).rule === null
          ? [planned(0)]
          : [planned(0), planned(1, { conflicts: [CONFLICT] }), planned(2), planned(3)],
    }) satisfies Plan,
  'POST /api/instances/actions/repeat/plan': ({ body }) => {
    const isByRule = (body as { inputs: Row }).inputs['by'] === 'rule';
    const item = { fault: null, note: 'New', isFixed: false, isLeft: false };
    return {
      ...{ ids: [7], title: 'Add dates', button: 'Add dates', asks: true },
      notes: [
        ...(isByRule
          ? [
              {
                ...{ places: [], tone: 'warning' as const },
                text: '1 session has a conflict. Choose another time or place, skip these dates, or schedule them anyway and give a reason.',
              },
            ]
          : []),
        'The new sessions are copies of this one, at the same time of day.',
      ],
      inputs: isByRule
        ? {
            by: {},
            rule: { default: 'FREQ=WEEKLY;UNTIL=20270330', 'x-starts': '2027-03-09' },
            overrideReason: {},
          }
        : { by: {}, dates: {} },
      items: {
        ...{ label: 'Changes', leave: isByRule ? 'leave' : null },
        items: isByRule
          ? [
              { ...item, key: '2027-03-23', label: 'Tue, Mar 23, 2027, 2 PM – 3:30 PM', fault: CONFLICT.text },
              { ...item, key: '2027-03-30', label: 'Tue, Mar 30, 2027, 2 PM – 3:30 PM' },
            ]
          : [],
      },
    } satisfies ActionPlan;
  },
};
const request = (id: number, status: string, createdAt: string, since: string, more: Row = {}): Row => ({
  ...{ id, formId: 1, formVersionId: 1, formGroupId: 1, status, statusSince: since, submittedById: 33 },
  ...{ assignedToId: null, costCents: null, paidCents: 0, priceLines: [], done: false, ...stamps, createdAt },
  ...more,
});
const REQUESTS: Row[] = [
  request(128, 'Submitted', at(9, 9, 52), at(9, 9, 52)),
  request(127, 'Quoted', at(9, 8, 15), at(9, 9, 0), { costCents: 4250, submittedById: 32, formId: 2 }),
  request(126, 'CustomerActionNeeded', at(8, 16), at(8, 17, 30), { assignedToId: 31 }),
  request(125, 'ReadyForFabrication', at(8, 11), at(8, 12), { assignedToId: 31, costCents: 1200, formId: 2 }),
  request(124, 'InProcess', at(5, 14), at(8, 9), { assignedToId: 32, costCents: 99_999 }),
  request(123, 'Delayed', at(4, 10), at(5, 10), { assignedToId: 31, submittedById: 32 }),
  request(122, 'ReadyForPickup', at(1, 10), at(7, 15), { assignedToId: 32, costCents: 0 }),
  request(121, 'Accepted', '2026-12-18T17:00:00.000Z', at(1, 15), { formId: 2 }),
];
export const REQUESTS_ANSWERS: Answers = {
  'GET /api/model/shell': () => new Response(null, { status: 304 }),
  'GET /api/preferences/list-submissions': () => ({}),
  ...rowsOf('submissions', REQUESTS),
  'GET /api/submissions/actions': ({ query }) => ({ assign: JSON.parse(query.get('ids') ?? '[]') as number[] }),
  ...rowsOf('users', USERS),
  ...rowsOf('formGroups', [{ id: 1, name: 'fabrication', title: 'Fabrication', ...stamps }]),
  ...rowsOf('forms', [
    { id: 1, name: 'poster', title: 'Poster', ...stamps },
    { id: 2, name: 'print-3d', title: '3D print', ...stamps },
  ]),
};

const entry = (id: string, kind: TimelineEntry['kind'], time: string, more: Partial<TimelineEntry>): TimelineEntry => ({
  ...{ id, kind, at: time, who: 'Ada Byron', from: null, to: null, text: '', reason: null },
  ...more,
});
const SCHEMA: SubmissionDetail['formVersion']['schema'] = {
  ...{ type: 'object', additionalProperties: false, required: ['title'], 'x-order': ['title', 'size', 'note'] },
  properties: {
    title: { 'x-field': 'String', type: 'string', title: 'Title of the poster' },
    size: { 'x-field': 'Select', type: 'string', title: 'Size', enum: ['a1', 'a0'], 'x-labels': ['A1', 'A0'] },
    note: { 'x-field': 'String', type: 'string', title: 'Anything else', 'x-multiline': true },
  },
};
const REQUEST: SubmissionDetail = {
  ...{ id: 126, form: { id: 1, name: 'poster', title: 'Poster' }, group: { id: 1, title: 'Fabrication' }, version: 4 },
  ...{ status: 'CustomerActionNeeded', statusSince: at(8, 17, 30), createdAt: at(8, 16), costType: 'Quoted' },
  submittedBy: { id: 33, name: 'Ada Byron', username: 'byron' },
  assignedTo: { id: 31, name: 'Grace Hopper', username: 'hopper' },
  ...{
    costCents: 4250,
    expectedOn: '2027-03-12',
    subject: null,
    neededOn: null,
    waitingFor: 'Customer',
    errand: null,
    shelf: null,
    customer: null,
    paidCents: 0,
    priceLines: [],
    reason: null,
    files: [],
    quotes: [],
    revisions: [],
  },
  formVersion: { id: 1, number: 3, schema: SCHEMA },
  data: { title: 'Analytical engines', size: 'a0', note: 'Matte paper, please.\nI fetch it on Friday.' },
  ...{ actions: ['assign', 'inProcess', 'cancel'], canResubmit: false, viewedAs: 'staff' },
  timeline: [
    entry('status-1', 'submitted', at(8, 16), { to: 'Submitted', text: 'Request submitted' }),
    entry('status-2', 'assigned', at(8, 16, 20), { who: 'Grace Hopper', text: 'Assigned to Grace Hopper' }),
    entry('message-3', 'message', at(8, 17), {
      text: 'Could it be ready on Thursday already?',
      message: { id: 3, kind: 'Default', authorKind: 'Customer', isOwn: false, files: [], state: null, answerTo: null },
    }),
    entry('message-4', 'message', at(8, 17, 30), {
      ...{ who: 'Grace Hopper', to: 'CustomerActionNeeded', text: 'Yes. Which paper do you want,\n120 g or 200 g?' },
      message: { id: 4, kind: 'Question', authorKind: 'Staff', isOwn: true, files: [], state: 'open', answerTo: null },
    }),
  ],
  conversation: { as: 'staff', kinds: ['Default', 'Question', 'Confirmation', 'Resubmit'], open: [4], hasNotes: true },
};
const NOTE: InternalNote = { id: 3, at: at(9, 8), who: 'Grace Hopper', text: 'The matte roll ends on Wednesday.' };
export const REQUEST_ANSWERS: Answers = {
  'GET /api/requests/submissions/126': () => REQUEST,
  'GET /api/requests/submissions/126/notes': () => [NOTE],
  'GET /api/cannedReplies': () => [],
  'GET /api/requests/staff': () => [REQUEST.assignedTo],
};
