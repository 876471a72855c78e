import { plainAmount } from './money.ts';
import type { PublicDate, PublicSession, SessionDetails, SignupState } from './ticket-calls.ts';

/** Sessions as search engines read them: schema.org's Event as JSON-LD. */

export interface SiteFacts {
  /** The site's origin: "https://atrium.example.edu". */
  origin: string;
  productName: string;
}

type Thing = Record<string, unknown>;

const SCHEMA = 'https://schema.org';

/** A session with its own page. */
export function sessionData(session: SessionDetails, site: SiteFacts): Thing {
  const { isOnline, movedFrom, state } = session;
  const isMoved = movedFrom !== undefined && state !== 'cancelled';
  return {
    '@context': SCHEMA,
    ...eventOf(session, site, isOnline),
    ...(isMoved ? { eventStatus: `${SCHEMA}/EventRescheduled`, previousStartDate: movedFrom } : {}),
  };
}

/** A page of the list of sessions. */
export function sessionListData(sessions: readonly PublicSession[], site: SiteFacts): Thing {
  return {
    '@context': SCHEMA,
    '@type': 'ItemList',
    itemListElement: sessions.map((session, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: eventOf(session, site, null),
    })),
  };
}

/** `isOnline`: null where that is not known. */
function eventOf(session: PublicSession, site: SiteFacts, isOnline: boolean | null): Thing {
  const { id, title, summary, start, end, place, dates, state, capacity, seatsLeft } = session;
  const url = `${site.origin}/signup/details/${id}`;
  const organizer = { '@type': 'Organization', name: site.productName, url: site.origin };
  return {
    '@type': 'Event',
    '@id': url,
    name: title,
    ...(summary === '' ? {} : { description: summary }),
    url,
    startDate: start,
    endDate: end,
    eventStatus: `${SCHEMA}/${state === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    ...locationOf(place, url, isOnline, organizer),
    ...(dates.length > 1 ? { subEvent: dates.map((date) => dateOf(date, title, url, organizer)) } : {}),
    organizer,
    maximumAttendeeCapacity: capacity,
    remainingAttendeeCapacity: seatsLeft,
    offers: offerOf(session, url),
  };
}

function dateOf({ start, end, place }: PublicDate, name: string, url: string, organizer: Thing): Thing {
  return { '@type': 'Event', name, startDate: start, endDate: end, ...locationOf(place, url, null, organizer) };
}

/** Without a place it is where the organiser is, or online. */
function locationOf(place: string, url: string, isOnline: boolean | null, { name }: Thing): Thing {
  const there = { '@type': 'Place', name: place === '' ? name : place, address: place === '' ? name : place };
  const online = { '@type': 'VirtualLocation', url };
  const mode = (text: string): Thing => ({ eventAttendanceMode: `${SCHEMA}/${text}EventAttendanceMode` });
  if (isOnline !== true) return { ...(isOnline === null ? {} : mode('Offline')), location: there };
  return place === '' ? { ...mode('Online'), location: online } : { ...mode('Mixed'), location: [there, online] };
}

/** Whether there is a seat, in the words of schema.org. Who waits may get one. */
const AVAILABILITY: Readonly<Record<SignupState, string>> = {
  open: 'InStock',
  waitlist: 'BackOrder',
  full: 'SoldOut',
  early: 'PreOrder',
  closed: 'OutOfStock',
  begun: 'OutOfStock',
  over: 'Discontinued',
  cancelled: 'Discontinued',
};

function offerOf({ feeCents, state, opensAt, closesAt }: PublicSession, url: string): Thing {
  return {
    '@type': 'Offer',
    url,
    price: plainAmount(feeCents),
    priceCurrency: 'USD',
    availability: `${SCHEMA}/${AVAILABILITY[state]}`,
    validFrom: opensAt,
    validThrough: closesAt,
  };
}
