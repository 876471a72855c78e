import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Settings } from '../../platform/settings.ts';
import { CHECKOUT_PATH } from './checkout-page.ts';
import { stripeVariables } from './settings.ts';

export interface DemoCards {
  /** What makes a server of this machine use it: variables of the environment. */
  environment: Record<string, string>;
  /** Sends notifications to the portal at this origin from now on. */
  notify(origin: string): void;
  close(): Promise<void>;
}

/**
 * Starts a stand-in of the card provider for the demonstration, so that card payments can be tried. Null outside the demonstration, and where
 * a provider is configured.
 */
export async function openDemoCards(
  { stripe, databaseUrl, dataDir }: Settings,
  demoAccounts: readonly string[],
  clock: Clock,
): Promise<DemoCards | null> {
  if (demoAccounts.length === 0 || stripe !== null || databaseUrl !== null) return null;
  const { StandIn } = await import('./stand-in/stand-in.ts');
  const secretKey = `sk_test_${randomBytes(16).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  const standIn = new StandIn({
    ...{ secretKey, webhookSecret, now: () => clock.now(), file: join(dataDir, 'demonstration-cards.json') },
    // Browsers reach only the portal.
    pageAddress: ({ id, successUrl }) => new URL(`${CHECKOUT_PATH}/${id}`, successUrl).href,
  });
  await standIn.open();
  return {
    environment: stripeVariables({ secretKey, webhookSecret, host: standIn.url }),
    notify: (origin) => standIn.webhook.deliverTo(`${origin}/api/gateway/events`),
    close: () => standIn.close(),
  };
}
