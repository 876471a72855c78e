import type { CheckAnswer, DebugSection, FactState } from '../../../../domain/calls/debug.ts';

/** The worst that a part has to say of itself; null: nothing to look at. */
export function worstOf(
  { key, facts, fault }: DebugSection,
  answers: ReadonlyMap<string, CheckAnswer>,
): Exclude<FactState, 'good'> | null {
  const outcomes = [...answers.values()].filter(({ section }) => section === key).map(({ outcome }) => outcome);
  const states = (facts?.facts ?? []).map(({ state }) => state);
  if (fault !== null || outcomes.includes('failed') || states.includes('fault')) return 'fault';
  return outcomes.includes('attention') || states.includes('attention') ? 'attention' : null;
}
