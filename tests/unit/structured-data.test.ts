import { describe, expect, test } from 'vitest';
import { NO_POLICY } from '../../domain/sessions/signup-policy.ts';
import { sessionData, sessionDescription, sessionListData } from '../../src/structuredData.ts';
import type { SessionDetails } from '../../domain/calls/sessions.ts';

const SITE = { origin: 'https://atrium.example.edu', productName: 'Makeshop' };
const session = (more: Partial<SessionDetails> = {}): SessionDetails => ({
  id: 7,
  eventId: 3,
  title: 'Laser cutting',
  summary: 'Wood and acrylic.',
  category: null,
  start: '2030-03-04T10:00:00-07:00',
  end: '2030-03-04T11:30:00-07:00',
  timezone: 'America/Denver',
  dates: [],
  place: 'Laser room, ITLL 1B32',
  capacity: 8,
  seatsLeft: 3,
  waiting: 0,
  feeCents: 350,
  state: 'open',
  opensAt: '2030-02-20T10:00:00-07:00',
  closesAt: '2030-03-04T09:00:00-07:00',
  cancelUntil: '2030-03-03T10:00:00-07:00',
  hasPrerequisites: false,
  hasQuestions: false,
  hasTerms: false,
  minimumAge: null,
  series: null,
  seriesSessions: [],
  calendarLinks: [],
  description: '',
  locationNote: '',
  locationId: 1,
  isOnline: false,
  instructors: ['Noor Haddad'],
  offerHours: 24,
  waitlistOn: true,
  policy: NO_POLICY,
  bring: '',
  directions: '',
  plan: null,
  prerequisites: [],
  ...more,
});

test('a preview of a session names day, time and place', () => {
  expect(sessionDescription(session())).toBe(
    'Monday, March 4, 2030, 10 AM – 11:30 AM, Laser room, ITLL 1B32. Wood and acrylic.',
  );
  const dates = [
    {
      start: '2030-03-04T10:00:00-07:00',
      end: '2030-03-04T11:30:00-07:00',
      timezone: 'America/Denver',
      place: '',
      note: '',
    },
    {
      start: '2030-03-05T10:00:00-07:00',
      end: '2030-03-05T11:30:00-07:00',
      timezone: 'America/Denver',
      place: '',
      note: '',
    },
  ];
  expect(sessionDescription(session({ dates, place: '', summary: '', state: 'cancelled' }))).toBe(
    'Canceled: Monday, March 4, 2030, 10 AM – 11:30 AM and 1 more date.',
  );
});

describe('a session as search engines read it', () => {
  test('is described by the beginning of its text where it has no summary', () => {
    const described = (summary: string, description: string) =>
      (sessionData(session({ summary, description }), SITE) as { description?: string }).description;
    const html = '<p>Cut &amp; engrave.</p><ul><li>Wood</li></ul>';
    expect(described('Wood and acrylic.', html)).toBe('Wood and acrylic.');
    expect(described('', html)).toMatch(/^Cut & engrave\.\s.*Wood$/);
    expect(described('', `<p>${'word '.repeat(200)}</p>`)).toMatch(/^.{490,500} …$/);
    expect(described('', '')).toBeUndefined();
  });

  test('has its times with the offset, place, organizer and price', () =>
    expect(sessionData(session(), SITE)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Event',
      '@id': 'https://atrium.example.edu/signup/details/7',
      name: 'Laser cutting',
      description: 'Wood and acrylic.',
      url: 'https://atrium.example.edu/signup/details/7',
      startDate: '2030-03-04T10:00:00-07:00',
      endDate: '2030-03-04T11:30:00-07:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', name: 'Laser room, ITLL 1B32', address: 'Laser room, ITLL 1B32' },
      organizer: { '@type': 'Organization', name: 'Makeshop', url: 'https://atrium.example.edu' },
      maximumAttendeeCapacity: 8,
      remainingAttendeeCapacity: 3,
      offers: {
        '@type': 'Offer',
        url: 'https://atrium.example.edu/signup/details/7',
        price: '3.50',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        validFrom: '2030-02-20T10:00:00-07:00',
        validThrough: '2030-03-04T09:00:00-07:00',
      },
    }));

  test.each([
    [{ state: 'waitlist' }, 'EventScheduled', 'SoldOut'],
    [{ state: 'full' }, 'EventScheduled', 'SoldOut'],
    [{ state: 'early' }, 'EventScheduled', 'PreOrder'],
    [{ state: 'closed' }, 'EventScheduled', 'SoldOut'],
    [{ state: 'cancelled' }, 'EventCancelled', 'SoldOut'],
    [{ movedFrom: '2030-03-01T17:00:00.000Z' }, 'EventRescheduled', 'InStock'],
    [{ movedFrom: '2030-03-01T17:00:00.000Z', state: 'cancelled' }, 'EventCancelled', 'SoldOut'],
  ] as const)('%j is %s and %s', (more, status, availability) =>
    expect(sessionData(session(more), SITE)).toMatchObject({
      eventStatus: `https://schema.org/${status}`,
      offers: { availability: `https://schema.org/${availability}` },
    }),
  );

  test('takes place online, there, or both', () => {
    const page = { '@type': 'VirtualLocation', url: 'https://atrium.example.edu/signup/details/7' };
    const online = session({ isOnline: true, place: '' });
    expect(sessionData(online, SITE)).toMatchObject({ location: page });
    expect(sessionListData([online], SITE)).toMatchObject({ itemListElement: [{ item: { location: page } }] });
    expect(sessionData(session({ isOnline: true }), SITE)).toMatchObject({
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: [{ '@type': 'Place' }, page],
    });
    expect(sessionData(session({ place: '' }), SITE)).toMatchObject({
      location: { '@type': 'Place', name: 'Makeshop' },
    });
  });

  test('names each of several dates', () => {
    const { start, end, timezone } = session();
    const dates = ['Lab', 'Studio'].map((place) => ({ start, end, timezone, place, note: '' }));
    const eventStatus = 'https://schema.org/EventCancelled';
    expect(sessionData(session({ dates, state: 'cancelled' }), SITE)).toMatchObject({
      eventStatus,
      subEvent: [
        { eventStatus, location: { name: 'Lab' } },
        { eventStatus, location: { name: 'Studio' } },
      ],
    });
  });

  test('contains no names of people', () => expect(JSON.stringify(sessionData(session(), SITE))).not.toContain('Noor'));
});

test('a list of sessions names each in its place', () =>
  expect(sessionListData([session(), session({ id: 8 })], SITE)).toMatchObject({
    '@type': 'ItemList',
    itemListElement: [
      { position: 1, item: { '@id': 'https://atrium.example.edu/signup/details/7' } },
      { position: 2, item: { '@id': 'https://atrium.example.edu/signup/details/8' } },
    ],
  }));
