/**
 * The demonstration's page views (config/demo/views/history.json): weekly views per page, with a factor for each week up to the
 * current one and for each weekday from Monday on. Random variation is deterministic.
 * { "weeks": [0.4, 1, 1.2], "days": [1, 1, 1, 1, 0.8, 0.3, 0.3],
 * "pages": [{ "pageName": "Safety", "path": "/content/static/safety", "category": "Policies", "weekly": 90 }] }
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DateTime } from 'luxon';
import type { PageView } from '../../../domain/calls/telemetry.ts';
import type { Tx } from '../../platform/database.ts';

export interface ViewHistory {
  weeks: number[];
  days: number[];
  pages: (PageView & { weekly: number })[];
}
export type ViewsOfDay = PageView & { day: string; views: number };

const MANY = 1000;

export async function readHistory(root: string): Promise<ViewHistory> {
  return JSON.parse(await readFile(join(root, 'config', 'demo', 'views', 'history.json'), 'utf8')) as ViewHistory;
}

export async function seedViews(tx: Tx, history: ViewHistory, now: DateTime): Promise<void> {
  const days = viewsByDay(history, now);
  for (let start = 0; start < days.length; start += MANY) {
    const batch = days.slice(start, start + MANY);
    await tx
      .insertInto('pageViews')
      .values(batch.map(({ day, pageName, path, category, views }) => ({ day, pageName, path, category, views })))
      .execute();
  }
  await tx
    .insertInto('linkViews')
    .columns(['linkId', 'views'])
    .expression(({ selectFrom }) =>
      selectFrom('links')
        .innerJoin('pageViews', 'path', 'url')
        .select(({ fn }) => ['links.id', fn.sum<number>('pageViews.views').as('views')])
        .groupBy('links.id'),
    )
    .execute();
}

export function viewsByDay({ weeks, days, pages }: ViewHistory, now: DateTime): ViewsOfDay[] {
  const monday = now.startOf('week').minus({ weeks: weeks.length - 1 });
  const perWeek = days.reduce((sum, part) => sum + part, 0);
  const past = weeks
    .flatMap((share, week) =>
      days.map((part, weekday) => ({
        day: monday.plus({ weeks: week, days: weekday }),
        share: (share * part) / perWeek,
      })),
    )
    .filter(({ day }) => day <= now);
  return past.flatMap(({ day, share }) =>
    pages.flatMap(({ weekly, ...page }) => {
      const date = day.toFormat('yyyy-MM-dd');
      const views = Math.round(weekly * share * (0.75 + chance(`${date} ${page.path}`) / 2));
      return views === 0 ? [] : [{ ...page, day: date, views }];
    }),
  );
}

function chance(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}
