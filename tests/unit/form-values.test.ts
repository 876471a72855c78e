import { describe, expect, it } from 'vitest';
import { describeLimits, uploadRefusal } from '../../src/ui/uploadLimits.ts';
import { instantOfWallClock, wallClockOf, zoneName } from '../../domain/values/zoned-time.ts';

const NEW_YORK = 'America/New_York';

describe('instants on the wall clock of a zone', () => {
  it('shows an instant as the zone has it, in winter and in summer', () => {
    expect(wallClockOf('2026-01-15T17:30:00.000Z', NEW_YORK)).toBe('2026-01-15T12:30');
    expect(wallClockOf('2026-07-15T17:30:00.000Z', NEW_YORK)).toBe('2026-07-15T13:30');
    expect(wallClockOf('no instant', NEW_YORK)).toBe('');
  });

  it('reads a wall clock back as the instant', () => {
    expect(instantOfWallClock('2026-01-15T12:30', NEW_YORK)).toBe('2026-01-15T17:30:00.000Z');
    expect(instantOfWallClock('2026-07-15T13:30', NEW_YORK)).toBe('2026-07-15T17:30:00.000Z');
    expect(instantOfWallClock('2026-07-15T00:00', 'Asia/Kathmandu')).toBe('2026-07-14T18:15:00.000Z');
    expect(instantOfWallClock('nonsense', NEW_YORK)).toBeUndefined();
  });

  it('moves a time that does not exist forward, and takes the first of a time that comes twice', () => {
    expect(instantOfWallClock('2026-03-08T02:30', NEW_YORK)).toBe('2026-03-08T07:30:00.000Z');
    expect(instantOfWallClock('2026-11-01T01:30', NEW_YORK)).toBe('2026-11-01T05:30:00.000Z');
  });

  it('is right on both sides of both clock changes', () => {
    for (const instant of [
      '2026-03-08T06:59:00.000Z',
      '2026-03-08T07:00:00.000Z',
      '2026-11-01T04:59:00.000Z',
      '2026-11-01T07:00:00.000Z',
    ]) {
      expect(instantOfWallClock(wallClockOf(instant, NEW_YORK), NEW_YORK)).toBe(instant);
    }
  });

  it('names the zone as it is called at that instant', () => {
    expect(zoneName(NEW_YORK, new Date('2026-01-15T12:00:00Z'))).toBe('EST');
    expect(zoneName(NEW_YORK, new Date('2026-07-15T12:00:00Z'))).toBe('EDT');
  });
});

describe('files before they are sent', () => {
  const property = { type: 'array', 'x-accept': ['.pdf', '.stl'], 'x-max-bytes': 25 * 1024 * 1024 } as const;
  const limits = { ...property, 'x-accept': [...property['x-accept']] };

  it('says how large the file is and what the limit is', () => {
    expect(uploadRefusal({ name: 'a.pdf', size: 31 * 1024 * 1024 }, limits, 25)).toBe(
      'The file is 31 MB; the limit is 25 MB. Choose a smaller file.',
    );
  });

  it('names the kinds that are accepted, and does not mind capitals', () => {
    expect(uploadRefusal({ name: 'a.exe', size: 10 }, limits, 25)).toBe(
      'This kind of file is not accepted. Choose .pdf or .stl.',
    );
    expect(uploadRefusal({ name: 'A.PDF', size: 10 }, limits, 25)).toBeUndefined();
  });

  it('refuses an empty file', () => {
    expect(uploadRefusal({ name: 'a.pdf', size: 0 }, limits, 25)).toBe('The file is empty. Choose another one.');
  });

  it('shows the limits in one line', () => {
    expect(describeLimits(limits, 3, 10)).toBe('PDF or STL, up to 25 MB each, at most 3 files');
    expect(describeLimits({}, 1, 10)).toBe('up to 10 MB');
    expect(uploadRefusal({ name: 'a', size: 11 * 1024 * 1024 }, {}, 10)).toContain('the limit is 10 MB');
  });
});
