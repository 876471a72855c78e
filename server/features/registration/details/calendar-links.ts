/** One entry that a calendar in the browser is asked to add. Instants in epoch milliseconds. */
export interface LinkedEntry {
  title: string;
  /** Plain text; may be empty. */
  description: string;
  place: string;
  /** The page of it. */
  url: string;
  startsAt: number;
  endsAt: number;
}

/** Addresses that open a new entry in the calendars that people have in the browser. */
export interface CalendarLinks {
  google: string;
  outlook: string;
}

/** Keeps the address within the limits of all browsers and servers. */
const MOST = 500;

/** All times are UTC, so that no calendar has to know the zone. */
export function calendarLinks({ title, description, place, url, startsAt, endsAt }: LinkedEntry): CalendarLinks {
  const letters = [...description];
  const words = letters.length > MOST ? `${letters.slice(0, MOST).join('').trimEnd()} …` : description;
  const body = [words, url].filter((part) => part !== '').join('\n\n');
  const google = encodeQuery({
    action: 'TEMPLATE',
    text: title,
    dates: `${basic(startsAt)}/${basic(endsAt)}`,
    details: body,
    location: place,
  });
  const outlook = encodeQuery({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: extended(startsAt),
    enddt: extended(endsAt),
    body,
    location: place,
  });
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.office.com/calendar/deeplink/compose?${outlook}`,
  };
}

/** A space is %20, because Outlook shows a plus sign as one. */
function encodeQuery(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** "20301104T170000Z" */
function basic(instant: number): string {
  return extended(instant).replaceAll(/[-:]/g, '');
}

function extended(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
