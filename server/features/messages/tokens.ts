import { sessionSecret, type Settings } from '../../platform/settings.ts';
import { SignedTokens } from '../../platform/signed-tokens.ts';

/** Signs for one purpose; made once for each server. */
export function tokensFor(purpose: string): (settings: Settings) => Promise<SignedTokens> {
  const opened = new WeakMap<Settings, Promise<SignedTokens>>();
  return (settings) => {
    const known = opened.get(settings);
    if (known) return known;
    const made = sessionSecret(settings).then((secret) => new SignedTokens(secret, purpose));
    opened.set(settings, made);
    return made;
  };
}
