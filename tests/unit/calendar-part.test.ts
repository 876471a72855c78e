import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { calendarFiles, calendarText, type CalendarPart } from '../../server/features/messages/calendar-part.ts';

const PART: CalendarPart = {
  uid: 'session-12@portal.example.edu',
  sequence: 3,
  method: 'REQUEST',
  start: '2026-10-25T00:30:00.000Z',
  end: '2026-10-25T01:30:00.000Z',
  title: 'Laser training',
  place: 'Room 1, first floor',
  description: 'Bring your card.',
  organizer: { name: 'Makeshop', address: 'makeshop@example.edu' },
};

function eventIn(text: string): { calendar: ICAL.Component; event: ICAL.Component } {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[] as never);
  const events = calendar.getAllSubcomponents('vevent');
  expect(events).toHaveLength(1);
  return { calendar, event: events[0]! };
}

describe('the calendar part of a mail', () => {
  test('invites its reader, in UTC', () => {
    const text = calendarText(PART, 'ada@example.edu', '2026-10-01T08:00:00.000Z');
    const { calendar, event } = eventIn(text);
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    expect(calendar.getAllSubcomponents('vtimezone')).toEqual([]);
    for (const line of [
      'UID:session-12@portal.example.edu',
      'SEQUENCE:3',
      'DTSTAMP:20261001T080000Z',
      'DTSTART:20261025T003000Z',
      'DTEND:20261025T013000Z',
      'STATUS:CONFIRMED',
    ])
      expect(text.split('\r\n')).toContain(line);
    expect(event.getFirstPropertyValue('organizer')).toBe('mailto:makeshop@example.edu');
    expect(event.getFirstProperty('organizer')?.getParameter('cn')).toBe('Makeshop');
    const attendees = event.getAllProperties('attendee');
    expect(attendees.map((one) => one.getFirstValue())).toEqual(['MAILTO:ada@example.edu']);
    expect(attendees[0]?.getParameter('rsvp')).toBe('TRUE');
    expect(event.getFirstPropertyValue('location')).toBe('Room 1, first floor');
  });

  test('has an organizer without a name of its own', () => {
    const organizer = { name: '', address: 'no-reply@example.edu' };
    const { event } = eventIn(calendarText({ ...PART, organizer }, 'ada@example.edu', PART.start));
    expect(event.getFirstPropertyValue('organizer')).toBe('mailto:no-reply@example.edu');
  });

  test('is the same at each attempt', () => {
    const stamp = '2026-10-01T08:00:00.000Z';
    expect(calendarText(PART, 'ada@example.edu', stamp)).toBe(calendarText(PART, 'ada@example.edu', stamp));
  });

  test('takes the entry back', () => {
    const text = calendarText({ ...PART, method: 'CANCEL', sequence: 4 }, 'ada@example.edu', PART.start);
    const { calendar, event } = eventIn(text);
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(event.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(event.getFirstPropertyValue('uid')).toBe(PART.uid);
  });

  test('has no line out of a text', () => {
    const hostile = 'A\\,;:"\r\nEND:VEVENT\nX-A:1\rEND:VCALENDAR\u0001\u2028';
    const organizer = { name: hostile, address: 'makeshop@example.edu' };
    const text = calendarText(
      { ...PART, title: hostile, place: hostile, description: hostile.repeat(50), organizer },
      'ada@example.edu',
      PART.start,
    );
    expect(text.split('\r\n').filter((line) => /^(?:END|X-A)/.test(line))).toEqual(['END:VEVENT', 'END:VCALENDAR']);
    expect(text).not.toContain('\u2028');
    eventIn(text);
  });
});

describe('the calendar parts of a mail', () => {
  const ADDRESS = 'https://portal.example.edu/signup/details/12';
  const parts = (count: number): CalendarPart[] =>
    Array.from({ length: count }, (_, index) => ({
      ...PART,
      uid: `session-12-${index}@portal.example.edu`,
      description: `${'Ж'.repeat(3_000)}\n\n${ADDRESS}`,
    }));
  const filesOf = (count: number, most: number) => calendarFiles(parts(count), 'ada@example.edu', PART.start, most);
  const descriptionIn = ({ content }: { content: string }) =>
    eventIn(content).event.getFirstPropertyValue('description');

  test('are whole where they have room', () => {
    expect(filesOf(2, 50_000).map(descriptionIn)).toEqual(parts(2).map(({ description }) => description));
  });

  test('say no more than where the rest is, where they have not', () => {
    expect(filesOf(20, 50_000).map(descriptionIn)).toEqual(Array.from({ length: 20 }, () => ADDRESS));
  });

  test('are as many as there is room for, the first in any case', () => {
    const files = filesOf(120, 50_000);
    expect(files.length).toBeGreaterThan(30);
    expect(files.length).toBeLessThan(120);
    expect(eventIn(files[0]?.content ?? '').event.getFirstPropertyValue('uid')).toBe('session-12-0@portal.example.edu');
    expect(filesOf(3, 0)).toHaveLength(1);
  });
});
