import type { CenterView } from '../../../domain/calls/centers.ts';
import type { CardData, ContentCard, ContentPage } from '../../../domain/calls/pages.ts';

/** How many upcoming sessions. */
const SESSIONS = 4;

type StandardCard = [title: string, type: ContentCard['type'], data: CardData];

/** The cards of a center without a page of its own. */
export function standardCenterPage(view: CenterView): ContentPage {
  const { id, name, locationId, machines, announcement } = view;
  const part = (title: string, shown: NonNullable<CardData['part']>): StandardCard => [
    title,
    'CenterCard',
    { centerId: id, part: shown },
  ];
  const cards: StandardCard[] = [
    part('Time', 'clock'),
    part('Opening hours', 'open'),
    part('Who is here', 'crowd'),
    ...(announcement === null ? [] : [part('Announcement', 'announcements')]),
    part('On duty', 'onDuty'),
    ...(machines.length === 0 ? [] : [part('Machines', 'machines')]),
    ...(locationId === null ? [] : [['Today', 'LocationCard', { id: locationId, mode: 'day' }] satisfies StandardCard]),
    ['Upcoming trainings', 'SessionsCard', { ...(locationId === null ? {} : { locationId }), limit: SESSIONS }],
  ];
  return {
    id,
    name: '',
    title: name,
    type: 'Card',
    theme: 'dark',
    summary: null,
    category: 'Centers',
    backgroundUrl: null,
    data: '',
    cards: cards.map(([title, type, data], index) => ({ id: index + 1, title, type, data: JSON.stringify(data) })),
    updatedAt: new Date(view.asOf).toISOString(),
  };
}
