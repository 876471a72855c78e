import { useState } from 'react';
import { useCommand } from '../../../app/useCommand.ts';

/** Runs a trial on the server: its last result, or why it did not run. */
export function useTrial<T, Given extends unknown[]>(attempt: (...given: Given) => Promise<T>) {
  const [trial, setTrial] = useState<T | null>(null);
  const { run, isRunning, refusal } = useCommand(
    async (...given: Given) => setTrial(await attempt(...given)),
    () => setTrial(null),
  );
  return { trial, fault: refusal?.message ?? null, isBusy: isRunning, run };
}
