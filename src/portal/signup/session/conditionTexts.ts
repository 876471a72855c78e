import { formatMoney } from '../../../../domain/values/formats.ts';
import type { PublicSession } from '../../../../domain/calls/sessions.ts';

type Needs = Pick<PublicSession, 'hasQuestions' | 'hasTerms' | 'minimumAge'>;

/** Requirements besides a fee and prerequisites. */
export function needTexts({ minimumAge, hasTerms, hasQuestions }: Needs): string[] {
  return [
    minimumAge === null ? '' : `Age ${minimumAge} or over`,
    hasTerms ? 'Terms to accept' : '',
    hasQuestions ? 'Sign-up questions' : '',
  ].filter((text) => text !== '');
}

export function audienceText(audience: readonly string[]): string {
  return audience.length === 0 ? 'Limited audience' : `Only for ${audience.join(', ')}`;
}

export function priceText(cents: number): string {
  return cents === 0 ? 'Free' : formatMoney(cents);
}
