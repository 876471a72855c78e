import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { calendarFile } from '../../server/platform/calendar-file.ts';

const HOSTILE = 'A\\,;:"\r\nEND:VEVENT\nX-A:1\rEND:VCALENDAR\u0001\u000b\u007f é🧪\u2028';

test('no text of a feed becomes a line of it', () => {
  const entry = { uid: 'session-1', startsAt: 0, endsAt: 3_600_000, changedAt: 0, status: 'confirmed' as const };
  const text = calendarFile(HOSTILE, 'campus.example', [
    { ...entry, title: HOSTILE, description: HOSTILE.repeat(100), place: HOSTILE },
  ]);
  const lines = text.split('\r\n');
  expect(lines.filter((line) => /^(?:END|X-A)/.test(line))).toEqual(['END:VEVENT', 'END:VCALENDAR']);
  expect(lines.every((line) => !/(?!\t)\p{Cc}/u.test(line))).toBe(true);
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[] as never);
  expect(lines).toContain(String.raw`X-WR-CALNAME:A\\\,\;:" END:VEVENT X-A:1 END:VCALENDAR é🧪`);
  const [shown] = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  expect(shown?.summary).toBe(String.raw`A\,;:" END:VEVENT X-A:1 END:VCALENDAR é🧪`);
  expect(text).not.toMatch(/[\u2028\u2029]/);
});
