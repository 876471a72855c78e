import type { ReportAnswer, ReportGroup } from '../../domain/calls/reports.ts';
import { commands } from 'vitest/browser';
import type { Field } from '../../domain/declarations/model.ts';
import type { ClientReport } from '../../domain/declarations/client-model.ts';
import { clock } from '../../src/ui/clock.ts';
import type {} from './commands.ts';
import { listOf, type Answers, type ApiCall } from './site-api.ts';

/** Sign-ups with every unit, by event, status, week and hour. */
export async function signUps(): Promise<ClientReport> {
  const { client } = await commands.siteModel();
  const fieldOf = (resource: string, name: string, as = name): Field => {
    const field = client.resources.find((one) => one.name === resource)?.fields.find((one) => one.name === name);
    if (field === undefined) throw new Error(`There is no field ${resource}.${name}`);
    return { ...field, name: as };
  };
  return {
    name: 'signUps',
    title: 'Sign-ups',
    lead: 'How many people signed up, and for what.',
    icon: 'chart-column',
    path: '/reports/signups',
    source: 'tickets',
    day: 'createdAt',
    filters: [
      fieldOf('instances', 'eventId', 'instanceId.eventId'),
      fieldOf('tickets', 'status'),
      fieldOf('tickets', 'source'),
    ],
    dimensions: [
      { name: 'week', label: 'Week', field: 'createdAt', by: 'week' },
      { name: 'event', label: 'Event', field: 'instanceId.eventId', by: 'value' },
      { name: 'hour', label: 'Hour', field: 'createdAt', by: 'hour' },
    ],
    measures: [
      { name: 'count', label: 'Sign-ups', unit: 'number' },
      { name: 'attended', label: 'Attended', unit: 'percent' },
      { name: 'wait', label: 'Median wait', unit: 'duration' },
      { name: 'paid', label: 'Paid', unit: 'money' },
    ],
  };
}

/** The rows that the report is about. */
export const WHERE = { status_in: ['confirmed', 'attended'] };

const WORDS = ['Laser cutter training', 'Sewing machine training', 'Introduction to welding for complete beginners'];

export const EVENTS: ReportGroup[] = [
  ...WORDS.map((label, index) => ({
    key: index + 1,
    label,
    figures: [420 - index * 160, 0.82 - index * 0.2, 5.23 + index * 60, 125_000 - index * 50_000],
  })),
  { key: null, label: null, figures: [9, null, null, 0] },
];

/** Many small groups after those. */
export const MANY: ReportGroup[] = [
  ...EVENTS,
  ...Array.from({ length: 40 }, (_, index) => ({
    key: index + 10,
    label: `Open workshop ${index + 1}`,
    figures: [8 - Math.floor(index / 6), 0.5, 12.4, 1500],
  })),
];

const TOTAL = [849, 0.71, 26.04, 225_000];
const EARLIER = [758, 0.68, 24, 0];

const DAY = 86_400_000;

function weeks(from: string, to: string): ReportGroup[] {
  const groups: ReportGroup[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += 7 * DAY) {
    const key = new Date(time).toISOString().slice(0, 10);
    const count = 40 + Math.round(30 * Math.sin(groups.length));
    groups.push({ key, label: key, figures: [count, 0.7, 30, count * 265] });
  }
  return groups;
}

/** Answers as the server does: `groups` for what is not a week. */
export function reportAnswers(groups: readonly ReportGroup[] = EVENTS, more: Partial<ReportAnswer> = {}): Answers {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  /** The last requested day: a period that ends before is the period before. */
  let latest = '';
  return {
    'GET /api/reports/signUps': ({ query }: ApiCall): ReportAnswer => {
      const [from, to] = [query.get('from') ?? today, query.get('to') ?? today];
      const isEarlier = to < latest;
      if (!isEarlier) latest = to;
      const answered =
        query.get('by') === 'week'
          ? weeks(from, to)
          : query.get('by') === 'hour'
            ? [9, 14].map((key) => ({ key, label: String(key), figures: [key, 0.5, 3, 0] }))
            : [...groups];
      return { groups: answered, total: isEarlier ? EARLIER : TOTAL, hasMore: false, where: WHERE, ...more };
    },
    'GET /api/events': () =>
      listOf(
        'events',
        WORDS.map((title, index) => ({ id: index + 1, title })),
      ),
  };
}
