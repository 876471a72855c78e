import { htmlText } from '../domain/html/html-text.ts';
import { formatCount, formatPeriod, siteCurrency } from '../domain/values/formats.ts';
import { plainAmount } from '../domain/values/money.ts';
import type { PublicSession, SessionDetails } from '../domain/calls/sessions.ts';
import type { SignupState } from '../domain/sessions/signup.ts';

/** Sessions as search engines read them: schema.org's Event as JSON-LD. */

export interface SiteFacts {
  origin: string;
  productName: string;
}

type Thing = Record<string, unknown>;

const SCHEMA = 'https://schema.org';
/** Letters of a description. */
const MOST = 500;

/** A session with its own page. */
export function sessionData(session: SessionDetails, site: SiteFacts): Thing {
  const { movedFrom, state } = session;
  const isMoved = movedFrom !== undefined && state !== 'cancelled';
  return {
    '@context': SCHEMA,
    ...eventOf({ ...session, summary: session.summary || shortText(session.description) }, site),
    ...(isMoved ? { eventStatus: `${SCHEMA}/EventRescheduled`, previousStartDate: movedFrom } : {}),
  };
}

/** "Tuesday, December 8, 2026, 10 AM – 11:30 AM, Makeshop, ITLL 1B10. Summary": for the preview of a shared link. */
export function sessionDescription({ start, end, dates, place, state, summary }: SessionDetails): string {
  const more = dates.length > 1 ? ` and ${formatCount(dates.length - 1, 'more date', 'more dates')}` : '';
  const when = `${formatPeriod(start, dates[0]?.end ?? end, 'full')}${more}`;
  const facts = [when, place].filter((text) => text !== '').join(', ');
  return `${state === 'cancelled' ? 'Canceled: ' : ''}${facts}.${summary === '' ? '' : ` ${summary}`}`;
}

/** The beginning of the text, in one paragraph. */
function shortText(html: string): string {
  const letters = [...htmlText(html).replaceAll(/\s+/g, ' ').trim()];
  return letters.length > MOST ? `${letters.slice(0, MOST).join('').trimEnd()} …` : letters.join('');
}

export function sessionListData(sessions: readonly PublicSession[], site: SiteFacts): Thing {
  return {
    '@context': SCHEMA,
    '@type': 'ItemList',
    itemListElement: sessions.map((session, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: eventOf(session, site),
    })),
  };
}

function eventOf(session: PublicSession, site: SiteFacts): Thing {
  const { id, title, summary, start, end, place, dates, state, isOnline, capacity, seatsLeft } = session;
  const url = `${site.origin}/signup/details/${id}`;
  const organizer = { '@type': 'Organization', name: site.productName, url: site.origin };
  const whereAndHow = (where: string): Thing => ({
    eventStatus: `${SCHEMA}/${state === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    ...placeData(where, url, isOnline, site),
  });
  return {
    '@type': 'Event',
    '@id': url,
    name: title,
    ...(summary === '' ? {} : { description: summary }),
    url,
    startDate: start,
    endDate: end,
    ...whereAndHow(place),
    ...(dates.length > 1
      ? {
          subEvent: dates.map((date) => ({
            '@type': 'Event',
            name: title,
            url,
            startDate: date.start,
            endDate: date.end,
            ...whereAndHow(date.place),
          })),
        }
      : {}),
    organizer,
    maximumAttendeeCapacity: capacity,
    remainingAttendeeCapacity: seatsLeft,
    offers: sessionOffer(session, url),
  };
}

/** Without a place it is where the organizer is, or online. */
function placeData(place: string, url: string, isOnline: boolean, { productName }: SiteFacts): Thing {
  const name = place === '' ? productName : place;
  const there = { '@type': 'Place', name, address: name };
  const online = { '@type': 'VirtualLocation', url };
  const [mode, location] = !isOnline
    ? ['Offline', there]
    : place === ''
      ? ['Online', online]
      : ['Mixed', [there, online]];
  return { eventAttendanceMode: `${SCHEMA}/${mode}EventAttendanceMode`, location };
}

/** Whether there is a seat, in the words that search engines know of events. */
const AVAILABILITY: Readonly<Record<SignupState, 'InStock' | 'PreOrder' | 'SoldOut'>> = {
  open: 'InStock',
  waitlist: 'SoldOut',
  full: 'SoldOut',
  early: 'PreOrder',
  closed: 'SoldOut',
  begun: 'SoldOut',
  over: 'SoldOut',
  cancelled: 'SoldOut',
};

function sessionOffer({ feeCents, state, opensAt, closesAt }: PublicSession, url: string): Thing {
  return {
    '@type': 'Offer',
    url,
    price: plainAmount(feeCents),
    priceCurrency: siteCurrency(),
    availability: `${SCHEMA}/${AVAILABILITY[state]}`,
    validFrom: opensAt,
    validThrough: closesAt,
  };
}
