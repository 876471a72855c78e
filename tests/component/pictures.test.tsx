import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { commands, page, server, userEvent } from 'vitest/browser';
import { queryClient } from '../../src/app/queryClient.ts';
import { Screen as ConsoleScreen } from '../../src/console/ConsoleScreen.tsx';
import { Screen as ManagerScreen } from '../../src/console/resources/scheduling/ManagerScreen.tsx';
import { Screen as RequestsScreen } from '../../src/console/resources/submissions/SubmissionsScreen.tsx';
import { Screen as ByClassScreen } from '../../src/portal/byclass/ByClassScreen.tsx';
import { Screen as DoorScreen } from '../../src/portal/door/ProcessSessionScreen.tsx';
import { Screen as RequestScreen } from '../../src/portal/requests/submission/SubmissionPage.tsx';
import { NOW, REQUEST_ANSWERS, REQUESTS_ANSWERS, SESSION_ANSWERS } from './picture-answers.ts';
import { CALENDAR_ANSWERS, CLASS_ANSWERS, DOOR_ANSWERS } from './picture-week.ts';
import type {} from './commands.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

/** Compares the pages that staff use most with pictures/*.png. CONTRIBUTING.md says how to update them. */

interface Look {
  width: 1280 | 360;
  /** Of the window; what lies below is not in the picture. */
  height: number;
  theme?: 'light' | 'dark';
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  localStorage.clear();
  vi.setSystemTime(NOW);
});
afterEach(() => vi.useRealTimers());

async function open(look: Look, options: Omit<SitePageOptions, 'size'>): Promise<void> {
  document.documentElement.dataset['theme'] = look.theme ?? 'light';
  onTestFinished(() => {
    delete document.documentElement.dataset['theme'];
  });
  await sitePage({ ...options, size: look.width === 360 ? 'phone' : 'desktop' });
  await page.viewport(look.width, look.height);
}

/** Waits until everything is loaded. The pointer is moved away, so that nothing is drawn as hovered. */
async function expectPicture(name: string): Promise<void> {
  await commands.pointer([{ to: { x: 0, y: 0 } }]);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.poll(() => document.querySelectorAll('[aria-busy="true"]').length).toBe(0);
  await document.fonts.ready;
  await expect(page).toMatchScreenshot(name);
}

// Other systems rasterize glyphs differently.
describe.skipIf(server.platform !== 'linux')('pictures', () => {
  const sessions = (address: string): Omit<SitePageOptions, 'size'> => ({
    ...{ pattern: '/scheduling/*', address, screen: <ConsoleScreen resource="instances" />, answers: SESSION_ANSWERS },
  });

  test.each<[string, Look]>([
    ['sessions', { width: 1280, height: 800 }],
    ['sessions-360', { width: 360, height: 800 }],
  ])('list of sessions: %s', async (name, look) => {
    await open(look, sessions('/scheduling/manageinstances'));
    await expect.element(page.getByText('Open house').first()).toBeVisible();
    await expectPicture(name);
  });

  test.each<[string, Look]>([['schedule-sessions', { width: 1280, height: 1100 }]])(
    'planned dates of a new series: %s',
    async (name, look) => {
      const source = JSON.stringify({ eventId: 1, startsAt: '2027-03-16T20:00:00.000Z', locationId: 1 });
      await open(look, sessions(`/scheduling/scheduleinstance?${new URLSearchParams({ source })}`));
      await userEvent.selectOptions(page.getByRole('combobox', { name: 'How often' }), 'Weekly');
      await userEvent.selectOptions(page.getByRole('combobox', { name: 'Stops repeating' }), 'after');
      await expect.element(page.getByText('1 session has a conflict')).toBeVisible();
      await expectPicture(name);
    },
  );

  test.each<[string, Look]>([
    ['add-dates', { width: 1280, height: 1100 }],
    ['add-dates-360', { width: 360, height: 1300 }],
  ])('planned dates that a series gets: %s', async (name, look) => {
    await open(look, sessions('/scheduling/editinstance/7'));
    await button('Add dates').click();
    const dialog = page.getByRole('dialog', { name: 'Add dates' });
    await dialog.getByRole('radio', { name: 'By a rule from this session on' }).click({ force: true });
    await expect.element(dialog.getByRole('list', { name: 'Changes' }).getByText('New').first()).toBeVisible();
    await expectPicture(name);
  });

  test('a session with further dates', async () => {
    await open({ width: 1280, height: 1000 }, sessions('/scheduling/manageinstances/12/show'));
    await expect.element(page.getByText('Bring safety glasses')).toBeVisible();
    await expectPicture('session');
  });

  test('the form of a session', async () => {
    await open({ width: 1280, height: 1200 }, sessions('/scheduling/editinstance/12'));
    await expect
      .element(page.getByRole('textbox', { name: 'Exact location' }))
      .toHaveValue('Enter by the loading dock');
    await expectPicture('session-form');
  });

  test.each<[string, Look]>([
    ['door', { width: 1280, height: 1000 }],
    ['door-360', { width: 360, height: 1400 }],
  ])('a session at the door: %s', async (name, look) => {
    await open(look, {
      pattern: '/scheduling/processinstance/:id',
      address: '/scheduling/processinstance/7',
      screen: <DoorScreen />,
      answers: DOOR_ANSWERS,
    });
    await expect.element(page.getByText('A chair with a back')).toBeVisible();
    await expectPicture(name);
  });

  test.each<[string, Look]>([
    ['requests', { width: 1280, height: 780 }],
    ['requests-dark', { width: 1280, height: 780, theme: 'dark' }],
  ])('list of requests: %s', async (name, look) => {
    await open(look, {
      pattern: '/requests/*',
      address: '/requests/viewsubmissions',
      screen: <RequestsScreen />,
      answers: REQUESTS_ANSWERS,
    });
    await expect.element(page.getByText('Ready for pickup')).toBeVisible();
    await expectPicture(name);
  });

  test('a request with its conversation', async () => {
    await open(
      { width: 1280, height: 1000 },
      {
        pattern: '/requests/viewsubmission/:id/staff',
        address: '/requests/viewsubmission/126/staff',
        screen: <RequestScreen />,
        answers: REQUEST_ANSWERS,
      },
    );
    await expect.element(page.getByText('The matte roll ends on Wednesday.')).toBeVisible();
    await expectPicture('request');
  });

  test('the week of a place', async () => {
    await open(
      { width: 1280, height: 1000 },
      {
        pattern: '/calendarmanager',
        address: '/calendarmanager?place=1',
        screen: <ManagerScreen />,
        answers: CALENDAR_ANSWERS,
      },
    );
    await expect.element(page.getByText('Extractor service').first()).toBeVisible();
    await expectPicture('calendar-week');
  });

  test('who of a class has done what', async () => {
    await open(
      { width: 1280, height: 800 },
      {
        pattern: '/scheduling/processbyclass',
        address: '/scheduling/processbyclass?classId=4',
        screen: <ByClassScreen />,
        answers: CLASS_ANSWERS,
      },
    );
    await expect.element(page.getByRole('rowheader', { name: 'Cleo Marsh' })).toBeVisible();
    await expectPicture('by-class');
  });
});
