import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CardData, ContentPage } from '../../domain/calls/pages.ts';
import type { PublicSession } from '../../domain/calls/sessions.ts';
import { ContentPageView } from '../../src/content/ContentPageView.tsx';
import { refusal, type ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const session = (id: number, more: Partial<PublicSession> = {}): PublicSession => ({
  id,
  eventId: 7,
  title: 'Laser cutter training',
  summary: '',
  category: null,
  start: '2030-03-04T10:00:00-07:00',
  end: '2030-03-04T11:30:00-07:00',
  timezone: 'America/Denver',
  dates: [],
  place: 'Laser studio, ITLL 1B32',
  isOnline: false,
  capacity: 8,
  seatsLeft: 3,
  waiting: 0,
  feeCents: 0,
  state: 'open',
  opensAt: '2030-02-20T10:00:00-07:00',
  closesAt: '2030-03-04T09:00:00-07:00',
  cancelUntil: '2030-03-03T10:00:00-07:00',
  hasPrerequisites: false,
  hasQuestions: false,
  hasTerms: false,
  minimumAge: null,
  series: null,
  ...more,
});

async function openCard(data: CardData, answer: unknown, size: 'desktop' | 'phone' = 'desktop'): Promise<ApiCall[]> {
  const shown: ContentPage = {
    id: 1,
    name: 'training',
    title: 'Trainings',
    type: 'Card',
    theme: 'light',
    summary: null,
    category: '',
    backgroundUrl: null,
    data: '',
    cards: [{ id: 1, title: 'Take a seat', type: 'SessionsCard', data: JSON.stringify(data) }],
    updatedAt: '2030-03-01T00:00:00.000Z',
  };
  return sitePage({
    pattern: '/content/static/:name',
    address: '/content/static/training',
    screen: <ContentPageView page={shown} />,
    answers: { 'GET /api/events/sessions': () => answer },
    size,
  });
}

const found = (...sessions: PublicSession[]) => ({ sessions, total: sessions.length, today: '2030-03-03' });
const links = async (): Promise<(string | null)[][]> => {
  await expect.element(page.getByRole('link', { name: 'All sessions' })).toBeVisible();
  return page
    .getByRole('article')
    .getByRole('link')
    .elements()
    .map((link) => [link.getAttribute('href'), link.textContent]);
};

describe('a sessions card', () => {
  test.each(['desktop', 'phone'] as const)('leads from each session of its event to its sign-up (%s)', async (size) => {
    const sessions = [session(11), session(12, { start: '2030-03-09T10:00:00-07:00', state: 'waitlist' })];
    const calls = await openCard({ eventId: 7, limit: 2 }, found(...sessions), size);
    await expect.element(page.getByRole('link', { name: /3 seats left/ })).toBeVisible();
    expect(await links()).toEqual([
      ['/signup/details/11', 'Tomorrow, Monday, March 4 10 AM – 11:30 AM, Laser studio, ITLL 1B32 3 seats left'],
      ['/signup/details/12', expect.stringMatching(/^Saturday, March 9.*Waitlist$/)],
      ['/signup/upcomingworkshops?eventId=7', 'All sessions of Take a seat'],
    ]);
    expect(calls.map(({ query }) => query.toString())).toEqual(['eventId=7&limit=2']);
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([]);
  });

  test('names the events of a category', async () => {
    const calls = await openCard({ categoryId: 3 }, found(session(11)));
    await expect.element(page.getByRole('link', { name: /^Laser cutter training/ })).toBeVisible();
    expect((await links()).at(-1)?.[0]).toBe('/signup/upcomingworkshops?categoryId=3');
    expect(calls[0]?.query.toString()).toBe('categoryId=3&limit=3');
  });

  test('says when there are none', async () => {
    await openCard({}, found());
    await expect.element(page.getByText('No sessions are scheduled yet.')).toBeVisible();
    expect(await links()).toEqual([['/signup/upcomingworkshops', 'All sessions of Take a seat']]);
  });

  test('can be tried again when it fails', async () => {
    await openCard({}, refusal(500, 'server.failed', 'Failed'));
    await expect.element(page.getByRole('alert').getByText('The sessions could not be loaded.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
