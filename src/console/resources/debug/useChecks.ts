import { useState } from 'react';
import type { CheckAnswer } from '../../../../domain/calls/debug.ts';
import { callApi } from '../../../app/callApi.ts';

export interface CheckName {
  section: string;
  key: string;
  title: string;
}

export interface Checks {
  /** The last answer of each, by `checkId`. */
  answers: ReadonlyMap<string, CheckAnswer>;
  /** The one that runs. */
  running: string | null;
  /** Of a run of several: how many of them are done. */
  progress: { done: number; all: number } | null;
  run: (checks: readonly CheckName[]) => Promise<void>;
}

export function checkId({ section, key }: Pick<CheckName, 'section' | 'key'>): string {
  return `${section}/${key}`;
}

/** Runs checks, one after another. One that the server does not answer has failed. */
export function useChecks(now: () => string): Checks {
  const [answers, setAnswers] = useState<ReadonlyMap<string, CheckAnswer>>(new Map());
  const [running, setRunning] = useState<string | null>(null);
  const [progress, setProgress] = useState<Checks['progress']>(null);
  const run = async (checks: readonly CheckName[]): Promise<void> => {
    for (const [done, check] of checks.entries()) {
      setRunning(checkId(check));
      setProgress(checks.length > 1 ? { done, all: checks.length } : null);
      const answer = await callApi('POST /api/debug/checks/:section/:check', {
        params: { section: check.section, check: check.key },
      }).catch((error: unknown): CheckAnswer => ({
        ...check,
        outcome: 'failed',
        says: error instanceof Error ? error.message : String(error),
        at: now(),
        ms: 0,
      }));
      setAnswers((before) => new Map(before).set(checkId(check), answer));
    }
    setRunning(null);
    setProgress(null);
  };
  return { answers, running, progress, run };
}
