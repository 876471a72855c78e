import type { CheckResult, Facts } from '../../../domain/calls/debug.ts';
import type { Diagnostics, Feature } from '../../feature.ts';
import type { Needs } from '../../services.ts';
import { registerCheckoutPage } from './checkout-page.ts';
import { isLiveKey, stripeSettings } from './settings.ts';

const aboutCards: Diagnostics = {
  key: 'gateway',
  title: 'Card payments',
  facts: readFacts,
  checks: [{ key: 'connect', title: 'Connect to the card provider', seconds: 40, run: connect }],
};

async function readFacts({ settings }: Needs<'settings'>): Promise<Facts> {
  const { stripe } = settings;
  const mode = stripe === null ? 'none' : isLiveKey(stripe.secretKey) ? 'real payments' : 'test payments';
  return {
    facts: [
      {
        label: 'Provider',
        value: stripe === null ? 'none' : stripe.standIn === null ? 'Stripe' : 'stand-in of the demonstration',
      },
      { label: 'Payments', value: mode },
    ],
  };
}

async function connect({ gatewayAccount }: Needs<'gatewayAccount'>): Promise<CheckResult> {
  if (gatewayAccount === null) return { outcome: 'skipped', says: 'No card provider is configured.' };
  await gatewayAccount.check();
  return { outcome: 'passed', says: 'The card provider accepts the key.' };
}

/** Card payments on the provider's hosted page. */
export const gateway: Feature = {
  name: 'gateway',
  settings: stripeSettings,
  diagnostics: [aboutCards],
  routes: registerCheckoutPage,
};
