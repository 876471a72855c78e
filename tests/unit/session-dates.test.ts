import { describe, expect, test } from 'vitest';
import {
  arranged,
  dateFaults,
  dateUid,
  doSpansOverlap,
  dateSpans,
  type Arrangement,
} from '../../domain/sessions/session-dates.ts';

const evening = (day: string, from = 18, to = 20, more: object = {}) => ({
  startsAt: `2026-11-${day}T${from}:00:00.000Z`,
  endsAt: `2026-11-${day}T${to}:00:00.000Z`,
  ...more,
});
const single: Arrangement = { ...evening('05'), dates: null };
const three = [evening('05'), evening('12'), evening('19')];
const several: Arrangement = { startsAt: three[0]!.startsAt, endsAt: three[2]!.endsAt, dates: three };

describe('when a session takes place', () => {
  test('one date is from its start to its end, at its place', () => {
    expect(dateSpans({ ...single, locationId: 3 })).toEqual([
      { nth: 1, startsAt: Date.parse(single.startsAt), endsAt: Date.parse(single.endsAt), locationId: 3, note: '' },
    ]);
  });

  test('several are in the order of time, each at its own place or at the usual one', () => {
    const dates = [evening('12', 18, 20, { locationId: 7, note: 'Bring wood' }), evening('05')];
    const spans = dateSpans({ ...single, dates, locationId: 3 });
    expect(spans.map(({ nth, locationId, note }) => [nth, locationId, note])).toEqual([
      [1, 3, ''],
      [2, 7, 'Bring wood'],
    ]);
  });

  test('the entries of calendars keep their identifiers', () => {
    expect([1, 2, 3].map((nth) => dateUid(12, nth))).toEqual(['session-12', 'session-12-2', 'session-12-3']);
  });

  test('sessions overlap where any of their dates do, and not between them', () => {
    const between = dateSpans({ ...evening('06'), dates: null });
    expect(doSpansOverlap(dateSpans(several), between)).toBe(false);
    expect(doSpansOverlap(dateSpans(several), dateSpans({ ...evening('12', 19, 21), dates: null }))).toBe(true);
    expect(doSpansOverlap(dateSpans(several), dateSpans({ ...evening('12', 20, 21), dates: null }))).toBe(false);
  });
});

describe('the start and the end follow from the dates', () => {
  test('of a new session', () => {
    expect(arranged({ dates: three.toReversed() }, null)).toEqual(several);
    expect(arranged({ ...several }, null)).toEqual(several);
  });

  test('the times given with further dates are the first one', () => {
    expect(arranged({ ...evening('05'), dates: three.slice(1) }, null)).toEqual(several);
    expect(arranged({ ...evening('05'), dates: three }, null)).toEqual(several);
  });

  test('a session of one date keeps it when others are added', () => {
    expect(arranged({ dates: three.slice(1) }, single)).toEqual({ endsAt: several.endsAt, dates: three });
  });

  test('a date that is moved, removed or added to several moves the start and the end', () => {
    expect(arranged({ dates: three.slice(0, 2) }, several)).toEqual({
      endsAt: three[1]!.endsAt,
      dates: three.slice(0, 2),
    });
    expect(arranged({ dates: three.slice(1) }, several)).toEqual({
      startsAt: three[1]!.startsAt,
      dates: three.slice(1),
    });
  });

  test('without others the first date stays', () => {
    expect(arranged({ dates: null }, several)).toEqual({ dates: null, ...evening('05') });
    expect(arranged({ dates: [] }, several)).toEqual({ dates: null, ...evening('05') });
    expect(arranged({ dates: [three[1]!] }, several)).toEqual({ dates: null, ...evening('12') });
    expect(arranged({ dates: null, endsAt: evening('05').endsAt }, several)).toEqual({
      dates: null,
      endsAt: evening('05').endsAt,
    });
  });

  test('an undone change restores the former values', () => {
    const back = { dates: three, endsAt: several.endsAt };
    expect(arranged(back, single)).toEqual(back);
  });

  test('what is no list of dates is left to the schema', () => {
    const odd = { dates: [{ startsAt: 'soon' }] as never };
    expect(arranged(odd, null)).toBe(odd);
  });
});

describe('faults', () => {
  test('of one date there are none', () => {
    expect(dateFaults(single)).toBeNull();
  });

  test('of several', () => {
    expect(dateFaults(several)).toBeNull();
    const overlapping = [evening('05'), evening('05', 19, 21)];
    expect(dateFaults({ ...evening('05', 18, 21), dates: overlapping })).toEqual({
      dates: 'Date 2 begins before date 1 has ended',
    });
    expect(dateFaults({ ...several, dates: [...three.slice(0, 2), evening('19', 20, 18)] })).toEqual({
      dates: 'Date 3: the end must be after the start',
    });
    expect(dateFaults({ ...several, startsAt: evening('04').startsAt })).toHaveProperty('startsAt');
    expect(dateFaults({ ...several, endsAt: evening('20').endsAt })).toHaveProperty('endsAt');
  });
});
