import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { FastifyReply } from 'fastify';
import { manyLines, oneLine } from './text-lines.ts';

/** An entry of a feed; instants in epoch milliseconds. */
export interface FeedEntry {
  /** Unique in the installation and the same in every feed: "session-12". */
  uid: string;
  title: string;
  /** Plain text; may be empty. */
  description: string;
  url?: string;
  place: string;
  startsAt: number;
  endsAt: number;
  /** When anything that the entry shows was last changed. */
  changedAt: number;
  status: 'confirmed' | 'tentative' | 'cancelled';
}

const STATUSES = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
} as const;

/** How often programs should read a feed again, in seconds. */
const REFRESH = 3600;
/** SEQUENCE counts the seconds from here on: it rises with every change, also when an entry comes to show another row. */
const EPOCH = Date.UTC(2020, 0, 1);

/**
 * A feed (RFC 5545). All times are UTC and series are expanded, because programs differ in their support of VTIMEZONE
 * and rules; the same entries yield the same bytes.
 */
export function calendarFile(name: string, host: string, entries: readonly FeedEntry[]): string {
  const calendar = ical({
    name: nameText(name),
    prodId: { company: 'Atrium', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH,
  });
  for (const { uid, title, description, url, place, startsAt, endsAt, changedAt, status } of entries)
    calendar.createEvent({
      id: `${uid}@${host}`,
      sequence: Math.max(0, Math.floor((changedAt - EPOCH) / 1000)),
      start: new Date(startsAt),
      end: new Date(endsAt),
      stamp: new Date(changedAt),
      lastModified: new Date(changedAt),
      summary: oneLine(title),
      description: description === '' ? null : manyLines(description),
      location: oneLine(place),
      ...(url === undefined ? {} : { url }),
      status: STATUSES[status],
    });
  return calendar.toString();
}

/** The library escapes all texts but this. */
function nameText(name: string): string {
  return oneLine(name).replaceAll(/[\\;,]/g, String.raw`\$&`);
}

/** Headers of a feed; `file` is its name without the ending. */
export function asCalendar(reply: FastifyReply, file: string): FastifyReply {
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', `inline; filename="${file.replaceAll(/[^A-Za-z0-9-]+/g, '-').slice(0, 60)}.ics"`)
    .header('x-robots-tag', 'noindex');
}

/** What identifies this installation in the identifiers of entries. */
export function feedHost(publicUrl: string | null): string {
  return publicUrl === null ? 'atrium.invalid' : new URL(publicUrl).hostname;
}
