import { StandIn } from '../../server/features/gateway/stand-in/stand-in.ts';
import { clock } from './clock.ts';

export const SECRET_KEY = 'sk_test_standin';
export const WEBHOOK_SECRET = 'whsec_standin';

/** The stand-in on a port of its own. `now`: its clock. */
export async function startStandIn(now = (): number => clock.now()): Promise<StandIn> {
  const standIn = new StandIn({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, now });
  await standIn.open();
  return standIn;
}

/** The settings of a server that takes it for Stripe. */
export function standInEnvironment({ url }: StandIn): Record<string, string> {
  return { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_HOST: url };
}
