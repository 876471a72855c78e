import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CenterView } from '../../domain/calls/centers.ts';
import type { CenterPart, ContentPage } from '../../domain/calls/pages.ts';
import { standardCenterPage } from '../../src/content/center/standardCenterPage.ts';
import { ContentPageView } from '../../src/content/ContentPageView.tsx';
import { clock } from '../../src/ui/clock.ts';
import { refusal, type ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const HOUR = 3_600_000;
const now = Math.floor(clock.now() / 60_000) * 60_000;
const at = (hours: number) => new Date(now + hours * HOUR).toISOString();

const view = (more: Partial<CenterView> = {}): CenterView => ({
  id: 4,
  name: 'Makeshop',
  locationId: null,
  timezone: 'America/Denver',
  pageName: null,
  announcement: null,
  duties: [
    { firstName: 'Grace', task: 'Laser cutters', startsAt: at(-1), endsAt: at(1) },
    { firstName: 'Alan', task: null, startsAt: at(2), endsAt: at(3) },
    { firstName: 'Ada', task: null, startsAt: at(-2), endsAt: at(-1) },
  ],
  machines: [
    { id: 1, name: 'Lathe', state: 'available', note: null },
    { id: 2, name: 'Table saw', state: 'maintenance', note: 'Until Friday' },
  ],
  crowd: { here: 14, usual: 6, capacity: 40 },
  asOf: now,
  ...more,
});

function pageOf(...parts: CenterPart[]): ContentPage {
  const standard = standardCenterPage(view());
  const cards = parts.map((part, index) => ({
    id: index + 1,
    title: `Card of ${part}`,
    type: 'CenterCard' as const,
    data: JSON.stringify({ centerId: 4, part }),
  }));
  return { ...standard, cards };
}

async function open(
  shown: ContentPage,
  answer: unknown = view(),
  size: 'desktop' | 'phone' = 'desktop',
): Promise<ApiCall[]> {
  return sitePage({
    pattern: '/centers/view/:id',
    address: '/centers/view/4',
    screen: <ContentPageView page={shown} display />,
    answers: {
      'GET /api/centers/4/view': () => answer,
      'GET /api/events/sessions': () => ({ sessions: [], total: 0, today: '2030-01-01' }),
    },
    size,
  });
}

const items = (name: string) =>
  page
    .getByRole('list', { name })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

describe('center cards', () => {
  test.each(['desktop', 'phone'] as const)('show all parts of a center by one call (%s)', async (size) => {
    const calls = await open(standardCenterPage(view()), view(), size);
    await expect.element(page.getByText('people here')).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/centers/4/view')).toHaveLength(1);
    expect(items('On duty now')).toEqual([expect.stringMatching(/^Grace Laser cuttersuntil /)]);
    expect(items('Later today')).toEqual([expect.stringMatching(/^Alan/)]);
    await expect.element(page.getByText('Out of order')).not.toBeInTheDocument();
    await expect.element(page.getByText('Maintenance')).toBeVisible();
    await expect.element(page.getByText('More than usual: typically 6 people at this time')).toBeVisible();
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([]);
  });

  test('say that no one is on duty, and what is unknown they leave out', async () => {
    const empty = view({ duties: [], machines: [], crowd: { here: 1, usual: null, capacity: null } });
    await open(pageOf('onDuty', 'machines', 'crowd', 'announcements', 'open'), empty);
    await expect.element(page.getByText('No one is on duty now.')).toBeVisible();
    await expect.element(page.getByText('No machines.')).toBeVisible();
    await expect.element(page.getByText('person here')).toBeVisible();
    await expect.element(page.getByText('at this time')).not.toBeInTheDocument();
    await expect.element(page.getByText('No announcements.')).toBeVisible();
    await expect.element(page.getByText('This center has no opening hours.')).toBeVisible();
  });

  test('show the announcement and the time', async () => {
    await open(pageOf('announcements', 'clock'), view({ announcement: '<p>Closed for <strong>exams</strong></p>' }));
    await expect.element(page.getByText('exams')).toBeVisible();
    const time = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Denver', hour: 'numeric', minute: '2-digit' });
    const texts = [0, 60_000].map((later) => time.format(now + later).replace(/\s/g, ' '));
    expect(texts).toContain(document.querySelector('time')?.textContent.replace(/\s/g, ' '));
  });

  test('say that the center could not be loaded', async () => {
    await open(pageOf('crowd'), refusal(404, 'centers.not-found', 'There is no such center, or it is not active.'));
    await expect.element(page.getByText('The center could not be loaded.')).toBeVisible();
  });
});
