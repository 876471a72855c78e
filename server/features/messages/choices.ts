import { holdsAny } from '../../../domain/declarations/actor.ts';
import type { Choices } from '../../../domain/calls/messages.ts';
import {
  DAILY_MAIL,
  deliveryFor,
  isMailed,
  type Delivery,
  type MessageCategory,
} from '../../../domain/messages/messages.ts';
import { NOW } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { quietChoiceOf } from './quiet.ts';
import { isSuppressed } from './suppressed.ts';

/** Of the kinds that can concern the person. */
export async function messageChoices(services: CommandServices, userId: number): Promise<Choices> {
  const { db, model } = services;
  const account = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  const chosen = await chosenDeliveries(services, userId);
  const quiet = await quietChoiceOf(services, userId);
  const address = account?.email ?? null;
  const { roles = [] } = (await actorOfAccount(services, userId, '')) ?? {};
  return {
    quiet,
    address,
    ...(address !== null && (await isSuppressed(db, address)) ? { addressFails: true } : {}),
    categories: model.messages.categories
      .filter((category) => holdsAny(roles, category.roles))
      .map((category) => {
        const { key, label, description, isRequired, mandatoryNote } = category;
        const delivery = deliveryFor(category, chosen.get(key));
        return { key, label, description, isRequired, mandatoryNote, delivery };
      }),
  };
}

export async function choose(
  { db, model }: Needs<'db' | 'model'>,
  userId: number,
  key: string,
  delivery: Delivery,
): Promise<void> {
  const category = model.messages.categories.find((declared) => declared.key === key);
  if (category === undefined)
    throw problem(404, 'messages.no-category', 'Not found', 'There is no such kind of message.');
  if (category.isRequired)
    throw problem(
      409,
      'messages.required',
      'Not changed',
      `"${category.label}" must be sent and cannot be turned off.`,
    );
  await db
    .insertInto('messageChoices')
    .values({ userId, category: key, delivery })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'category'])
        .doUpdateSet(({ ref }) => ({ delivery: ref('excluded.delivery'), updatedAt: NOW })),
    )
    .execute();
}

/** Turns off the mails of a kind, or the daily mail. What is not mailed is unaffected. */
export async function turnOffMails(services: Needs<'db' | 'model'>, userId: number, key: string): Promise<void> {
  const chosen = await chosenDeliveries(services, userId);
  const isMeant = (category: MessageCategory): boolean => {
    const delivery = deliveryFor(category, chosen.get(category.key));
    return key === DAILY_MAIL ? delivery === 'digest' : category.key === key && isMailed(delivery);
  };
  for (const category of services.model.messages.categories)
    if (!category.isRequired && isMeant(category)) await choose(services, userId, category.key, 'portal');
}

async function chosenDeliveries({ db }: Needs<'db'>, userId: number): Promise<Map<string, Delivery>> {
  const rows = await db
    .selectFrom('messageChoices')
    .select(['category', 'delivery'])
    .where('userId', '=', userId)
    .execute();
  return new Map(rows.map(({ category, delivery }) => [category, delivery]));
}
