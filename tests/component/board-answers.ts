import type { BoardAnswer, ReportGroup, TileAnswer } from '../../domain/calls/reports.ts';
import type { BoardLink } from '../../domain/declarations/boards.ts';
import { clock } from '../../src/ui/clock.ts';
import { EVENTS } from './report-answers.ts';
import { listOf, type Answers } from './site-api.ts';

export const BOARDS: BoardLink[] = [
  { name: 'desk', title: 'Front desk', icon: 'layout-dashboard' },
  { name: 'shop', title: 'Shop floor', icon: 'chart-column' },
];

const DAY = 86_400_000;
const FORMS = ['Poster printing', 'Laser cutting of parts for a research project in another department', '3D printing'];
const STATUSES = ['Submitted', 'In Progress', 'Customer Action Needed'];

/** Weeks until the current one. */
function weeks(): ReportGroup[] {
  const today = new Date(clock.now());
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY;
  return Array.from({ length: 12 }, (_, index) => {
    const key = new Date(monday - (11 - index) * 7 * DAY).toISOString().slice(0, 10);
    return { key, label: key, figures: [40 + Math.round(30 * Math.sin(index)), 0.7, 30, 0] };
  });
}

const rows = Array.from({ length: 5 }, (_, index) => ({
  id: 411 - index,
  formId: (index % 3) + 1,
  status: STATUSES[index % 3] ?? '',
  costCents: index === 1 ? null : 1250 * (index + 1),
  createdAt: new Date(clock.now() - index * DAY).toISOString(),
}));

const head = (title: string, to: string | null = null, isWide = false) => ({ title, to, isWide });

/** A tile of each kind and unit. */
export const TILES: TileAnswer[] = [
  { ...head('Requests to review', '/requests/viewsubmissions'), kind: 'count', number: 23, isEstimate: false },
  { ...head('Messages'), kind: 'count', number: 17_000, isEstimate: true },
  {
    ...head('Sign-ups in 4 weeks', '/reports/signups'),
    kind: 'figure',
    report: 'signUps',
    measure: 'count',
    figure: 1849,
    before: 1651,
    span: 'the 4 weeks before',
  },
  {
    ...head('Median wait'),
    kind: 'figure',
    report: 'signUps',
    measure: 'wait',
    figure: null,
    before: 24,
    span: 'the 4 weeks before',
  },
  {
    ...head('Requests that wait for an answer', '/requests/viewsubmissions?page=1', true),
    kind: 'list',
    resource: 'submissions',
    columns: ['id', 'formId', 'status', 'costCents', 'createdAt'],
    rows,
    total: 23,
    isEstimate: false,
  },
  {
    ...head('Sign-ups by week', '/reports/signups?by=week'),
    kind: 'chart',
    report: 'signUps',
    measure: 'count',
    by: 'week',
    groups: weeks(),
  },
  {
    ...head('Paid by event'),
    kind: 'chart',
    report: 'signUps',
    measure: 'paid',
    by: 'event',
    groups: [
      ...EVENTS,
      ...Array.from({ length: 5 }, (_, index) => ({
        key: index + 10,
        label: `Open workshop ${index + 1}`,
        figures: [8, 0.5, 12.4, 1500 - index],
      })),
    ],
  },
  {
    ...head('Requests of today', '/requests/viewsubmissions?page=2'),
    kind: 'list',
    resource: 'submissions',
    columns: ['formId', 'status', 'costCents'],
    rows: rows.slice(0, 3),
    total: 3,
    isEstimate: false,
  },
  {
    ...head('Overdue'),
    kind: 'list',
    resource: 'submissions',
    columns: ['id', 'status'],
    rows: [],
    total: 0,
    isEstimate: false,
  },
];

export const FAILED: TileAnswer = { ...head('Waitlists'), kind: 'failed', detail: 'The query took too long.' };

export function boardAnswer(tiles: readonly TileAnswer[] = TILES, link = BOARDS[0]): BoardAnswer {
  return { name: 'desk', title: 'Front desk', icon: 'layout-dashboard', ...link, tiles: [...tiles] };
}

export function boardAnswers(tiles: readonly TileAnswer[] = TILES): Answers {
  return {
    'GET /api/boards/desk': () => boardAnswer(tiles),
    'GET /api/boards/shop': () => boardAnswer(tiles.slice(0, 1), BOARDS[1]),
    'GET /api/forms': () =>
      listOf(
        'forms',
        FORMS.map((title, index) => ({ id: index + 1, title })),
      ),
  };
}
