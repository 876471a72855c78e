import { sql } from 'kysely';
import { SYSTEM } from '../../../domain/actor.ts';
import type { Row } from '../../../domain/model.ts';
import type { Services } from '../../services.ts';

const CARDS: Row[] = [
  {
    type: 'ActionCard',
    title: 'Make a request',
    data: {
      text: '<p>Choose a form, tell us what you need, and follow your request until it is done.</p>',
      link: '/requests/navigate',
      linkText: 'Make a request',
    },
  },
  {
    type: 'ActionCard',
    title: 'Follow your requests',
    data: {
      text: '<p>See where your requests stand and what they wait for.</p>',
      link: '/requests/myrequests',
      linkText: 'My requests',
    },
  },
  {
    type: 'StandardCard',
    title: 'Make this page your own',
    data: {
      text: '<p>Whoever administers content changes these cards, adds pictures, opening hours and further pages in the <a href="/content/manage">content manager</a>.</p>',
    },
  },
];

/** Gives a new installation the page that / shows, once: one that there is, or that was deleted, stays as it is. */
export async function addStarterPage({ engine, model: { site } }: Services): Promise<void> {
  await engine.transaction(async (tx) => {
    const { rows: first } =
      await sql`insert into "revisions" ("name", "value") values ('starter-page', 1) on conflict ("name") do nothing returning 1`.execute(
        tx,
      );
    const { rows: home } = await sql`select 1 from "pages" where "name" = 'home'`.execute(tx);
    if (first.length === 0 || home.length > 0) return;
    const options = { tx, command: true };
    const page = await engine.create(
      SYSTEM,
      'pages',
      {
        name: 'home',
        title: `Welcome to ${site.productName}`,
        type: 'Card',
        category: 'Home',
        published: true,
        summary: site.description ?? null,
      },
      options,
    );
    for (const [index, card] of CARDS.entries())
      await engine.create(SYSTEM, 'cards', { ...card, pageId: page['id'] ?? null, order: (index + 1) * 10 }, options);
  });
}
