import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { manyLines, oneLine } from '../../platform/text-lines.ts';

export interface CalendarPart {
  /** Worldwide unique, and the same in each message about the entry: "session-12@portal.example.edu". */
  uid: string;
  /** Rises with each message about the entry; programs ignore one that does not. */
  sequence: number;
  method: 'REQUEST' | 'CANCEL';
  start: string;
  end: string;
  title: string;
  place: string;
  description: string;
  /** Receives replies. */
  organizer: { name: string; address: string };
}

/**
 * The iCalendar object of a mail to one address (RFC 5546). All times are UTC, which every program reads alike; the
 * same part always yields the same text.
 */
export function calendarText(part: CalendarPart, attendee: string, stamp: string): string {
  const isCancelled = part.method === 'CANCEL';
  const calendar = ical({
    prodId: { company: 'Atrium', product: 'Messages', language: 'EN' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  calendar.createEvent({
    id: part.uid,
    sequence: part.sequence,
    start: new Date(part.start),
    end: new Date(part.end),
    stamp: new Date(stamp),
    summary: oneLine(part.title),
    description: part.description === '' ? null : manyLines(part.description),
    location: oneLine(part.place),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: name(part.organizer.name) || part.organizer.address, email: part.organizer.address },
    attendees: [
      { email: attendee, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.NEEDSACTION, rsvp: !isCancelled },
    ],
  });
  return calendar.toString();
}

/** A part as it is attached. */
export interface CalendarFile {
  method: CalendarPart['method'];
  content: string;
}

/** Headers of an attachment. */
const HEADERS = 300;

/**
 * The parts of a mail to one address, limited to `most` bytes: beyond, descriptions are cut to the last paragraph,
 * which links to the rest, and the last parts are left out; never the first.
 */
export function calendarFiles(
  parts: readonly CalendarPart[],
  attendee: string,
  stamp: string,
  most: number,
): CalendarFile[] {
  const toCalendarFile = (part: CalendarPart): CalendarFile => ({
    method: part.method,
    content: calendarText(part, attendee, stamp),
  });
  const whole = parts.map(toCalendarFile);
  if (sentBytes(whole) <= most) return whole;
  const short = parts.map((part) =>
    toCalendarFile({ ...part, description: part.description.split('\n\n').at(-1) ?? '' }),
  );
  while (short.length > 1 && sentBytes(short) > most) short.pop();
  return short;
}

/** In base64. The first is sent twice: beside the text, and as a file. */
function sentBytes(files: readonly CalendarFile[]): number {
  const sizes = files.map(({ content }) => Math.ceil(Buffer.byteLength(content) / 57) * 78 + HEADERS);
  return sizes.reduce((sum, size) => sum + size, sizes[0] ?? 0);
}

/** A parameter has neither line breaks nor quotation marks. */
function name(text: string): string {
  return text.replaceAll(/[\p{Cc}"]+/gu, ' ').trim();
}
