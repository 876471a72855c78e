import type { TapAnswer, TapOutcome } from '../../../domain/calls/taps.ts';
import type { SignalTone } from '../../ui/signal.ts';

/** What the station shows of a tap. */
export type Shown =
  | { kind: 'answer'; key: string; answer: TapAnswer }
  /** Stored without a connection. */
  | { kind: 'noted' }
  | { kind: 'failed'; words: string };

export interface TapLook {
  tone: SignalTone;
  icon: string;
  heading: string;
}

const OUTCOMES: Readonly<Record<TapOutcome, TapLook>> = {
  arrived: { tone: 'success', icon: 'log-in', heading: 'Welcome' },
  departed: { tone: 'success', icon: 'log-out', heading: 'Goodbye' },
  seeStaff: { tone: 'warning', icon: 'users', heading: 'See staff' },
  refused: { tone: 'error', icon: 'circle-x', heading: 'Not now' },
  unknown: { tone: 'error', icon: 'circle-question-mark', heading: 'Not recognized' },
};

export function lookOf(shown: Shown): TapLook {
  if (shown.kind === 'noted') return { tone: 'warning', icon: 'cloud-upload', heading: 'Saved for later' };
  if (shown.kind === 'failed') return { tone: 'error', icon: 'circle-x', heading: 'Not recorded' };
  const { outcome, waivers } = shown.answer;
  if (outcome === 'refused' && waivers.length > 0)
    return { tone: 'warning', icon: 'file-pen', heading: 'Sign before you go in' };
  return OUTCOMES[outcome];
}

export function wordsOf(shown: Shown): string {
  if (shown.kind === 'noted') return 'There is no connection. Your tap is stored and sent later.';
  return shown.kind === 'failed' ? shown.words : shown.answer.words;
}

/** The person signs before the tap counts. */
export function isSigning(shown: Shown | null): boolean {
  return shown?.kind === 'answer' && shown.answer.outcome === 'refused' && shown.answer.waivers.length > 0;
}
