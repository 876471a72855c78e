import { expect, test } from 'vitest';
import { calendarLinks } from '../../server/features/registration/details/calendar-links.ts';

const entry = {
  title: 'Laser & light, 100% + more',
  description: 'Bring\na plank.',
  place: 'Makeshop, ITLL 1B10',
  url: 'https://atrium.example.edu/signup/details/7',
  // 30 minutes past midnight of the night in which clocks go back in Denver.
  startsAt: Date.parse('2030-11-03T06:30:00Z'),
  endsAt: Date.parse('2030-11-03T09:30:00Z'),
};
const dateParts = (link: string) => Object.fromEntries(new URL(link).searchParams);

test('Google gets the times in UTC, and all texts unchanged', () => {
  expect(dateParts(calendarLinks(entry).google)).toEqual({
    action: 'TEMPLATE',
    text: entry.title,
    dates: '20301103T063000Z/20301103T093000Z',
    details: 'Bring\na plank.\n\nhttps://atrium.example.edu/signup/details/7',
    location: entry.place,
  });
});

test('Outlook gets the same, without a plus sign for a space', () => {
  const { outlook } = calendarLinks(entry);
  expect(dateParts(outlook)).toMatchObject({
    subject: entry.title,
    startdt: '2030-11-03T06:30:00Z',
    enddt: '2030-11-03T09:30:00Z',
    location: entry.place,
  });
  expect(outlook).not.toContain('+');
});

test('long descriptions are cut, so that the address stays one', () => {
  const { google } = calendarLinks({ ...entry, description: '🔧'.repeat(20_000) });
  expect(google.length).toBeLessThan(8000);
  expect(dateParts(google)['details']).toMatch(/ …\n\nhttps:/);
});
