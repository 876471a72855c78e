import { sql } from 'kysely';
import { cardAnchors, HOME_PAGE, pageAddress } from '../../../domain/content/content.ts';
import type { ContentCard } from '../../../domain/calls/pages.ts';
import { columnRefs, PREPARED } from '../../platform/database.ts';
import type { Services } from '../../services.ts';

const PAGE = columnRefs('pages', 'p');
const CARD = columnRefs('cards', 'c');

interface PageWithLocationCard {
  name: string;
  cardId: number;
  cards: Pick<ContentCard, 'id' | 'title'>[];
}

/** The address of the card with the location's opening hours: on the home page, else on the oldest page that has one. */
export async function hoursAddress({ db }: Services, locationId: number): Promise<string | null> {
  const {
    rows: [found],
  } = await sql<PageWithLocationCard>`${PREPARED}select ${PAGE.name}, ${CARD.id} as "cardId",
      (select jsonb_agg(jsonb_build_object('id', "id", 'title', "title") order by "order", "id") from "cards" where "pageId" = ${PAGE.id}) as "cards"
    from "cards" c join "pages" p on ${PAGE.id} = ${CARD.pageId} and ${PAGE.published} and ${PAGE.deletedAt} is null
    where ${CARD.type} = 'LocationCard' and ${CARD.data} @> ${JSON.stringify({ id: locationId, mode: 'hours' })}::jsonb
      and ${PAGE.type} in ('Card', 'About Me')
    order by ${PAGE.name} <> ${HOME_PAGE}, ${PAGE.id}, ${CARD.order}, ${CARD.id} limit 1`.execute(db);
  return found ? `${pageAddress(found.name)}#${cardAnchors(found.cards).get(found.cardId) ?? ''}` : null;
}
