import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { ValuesOf } from '../../resources/typed-rows.ts';
import type { Needs } from '../../services.ts';

const CARDS: ValuesOf<'cards'>[] = [
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
      text: '<p>See the status of your requests and what they are waiting for.</p>',
      link: '/requests/myrequests',
      linkText: 'My requests',
    },
  },
  {
    type: 'StandardCard',
    title: 'Make this page your own',
    data: {
      text: '<p>Content administrators change these cards, add images, opening hours and further pages in the <a href="/content/manage">content manager</a>.</p>',
    },
  },
];

export async function addStarterPage({ engine, model: { site } }: Needs<'engine' | 'model'>): Promise<void> {
  await engine.transaction(async (tx) => {
    const first = await tx
      .insertInto('revisions')
      .values({ name: 'starter-page', value: 1 })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst();
    const home = await tx.selectFrom('pages').select('id').where('name', '=', 'home').executeTakeFirst();
    if (!first || home) return;
    const options = { tx, command: true } as const;
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
      await engine.create(SYSTEM, 'cards', { ...card, pageId: page.id, order: (index + 1) * 10 }, options);
  });
}
