import ICAL from 'ical.js';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publishForm } from '../factories/published-form.ts';
import { publishSession } from './sessions.ts';
import { expectAccessible, newPage, useBrowser } from './support.ts';

useBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const QUESTION = 'What would you like to engrave?';
async function question(): Promise<number> {
  const glass = { 'x-field': 'String', type: 'string', title: QUESTION } as const;
  const { id } = await publishForm(await newPage({ as: 'administrator' }), { glass }, ['glass'], 'Free', {
    forEvents: true,
  });
  return id;
}

const panel = (page: Page) => page.getByRole('region', { name: 'Sign-up' });

test('one seat for two: asked, signed up, waiting, cancelled, offered and accepted', async () => {
  const title = 'Glass engraving';
  const id = await publishSession(title, { formId: await question() });
  const [ada, ben] = [await newPage({ as: 'student' }), await newPage({ as: 'staff' })];
  await ada.goto('/signup/upcomingworkshops');
  await ada.getByRole('combobox', { name: 'Event' }).selectOption(title);
  await ada.getByRole('link', { name: title, exact: true }).click();
  await expect.poll(() => ada.title()).toBe(`${title} · Details`);
  await button(ada, 'Sign up').click();
  const answer = (page: Page) => page.getByRole('textbox', { name: QUESTION });
  await answer(ada).fill('A goblet');
  await ada.reload();
  await expect.poll(() => answer(ada).inputValue()).toBe('A goblet');
  await button(ada, 'Sign up').dblclick();
  await panel(ada).getByText('You have a seat. See you there.').waitFor();
  await expectAccessible(ada);

  await ben.goto(`/signup/details/${id}`);
  await button(ben, 'Join the waitlist').click();
  await answer(ben).waitFor();
  await button(ben, 'Join the waitlist').click();
  await ben.getByText('This field is required').first().waitFor();
  await answer(ben).fill('A vase');
  await button(ben, 'Join the waitlist').click();
  await panel(ben).getByText('You are number 1 on the waitlist.').waitFor();

  await button(ada, 'Cancel my seat').click();
  await ada.getByText('offered to the next person on the waitlist').waitFor();
  await ada
    .getByRole('dialog')
    .or(ada.getByRole('alertdialog'))
    .getByRole('button', { name: 'Cancel my seat' })
    .click();
  await button(ada, 'Join the waitlist').waitFor();

  await ben.goto('/signup/myevents');
  await ben.getByRole('button', { name: /^Accept the seat/ }).click();
  await ben.getByText('You have a seat', { exact: true }).waitFor();
  await ben.getByRole('link', { name: /^Change my answers/ }).click();
  await expect.poll(() => answer(ben).inputValue()).toBe('A vase');
  await panel(ben).getByText('You have a seat. See you there.').waitFor();
  const file = await ben.request.get(`/api/events/sessions/${id}/session.ics`);
  expect(await file.text()).toContain(`SUMMARY:${title}`);

  await ada.goto('/signup/myevents/past');
  await ada.getByRole('link', { name: title, exact: true }).waitFor();
  await expectAccessible(ada);
});

test('a visitor reads the page without scripts, and returns to it from the login', async () => {
  const id = await publishSession('Bookbinding');
  const page = await newPage();
  const html = await (await page.request.get(`/signup/details/${id}`)).text();
  expect(html).toContain('<h1');
  expect(html).toContain('Bookbinding');
  expect(await (await page.request.get('/signup/upcomingworkshops')).text()).toContain('Bookbinding');
  await page.goto(`/signup/details/${id}`);
  await page.getByRole('link', { name: 'Log in to sign up' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('redirectFrom')).toBe(`/signup/details/${id}`);
  for (const none of [0, 999999]) expect((await page.request.get(`/signup/details/${none}`)).status()).toBe(404);
});

test('what is filtered by can be followed in a calendar program', async () => {
  const id = await publishSession('Book repair');
  await publishSession('Book printing');
  const page = await newPage({ size: 'phone' });
  await page.goto('/signup/upcomingworkshops?q=book+repair');
  await button(page, 'Subscribe').click();
  await page.getByText('the upcoming events that match your filters').waitFor();
  const address = await page.getByRole('dialog').getByText('upcoming.ics').innerText();
  expect(address).toContain('/api/events/sessions/upcoming.ics?q=book+repair');
  await expectAccessible(page);
  const text = await (await page.request.get(address)).text();
  const entries = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
  expect(entries.map((entry) => String(entry.getFirstPropertyValue('uid')).split('@')[0])).toEqual([`session-${id}`]);
});
