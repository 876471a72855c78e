import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { useCommand } from '../../../app/useCommand.ts';

/** Runs a trial on the server: its last result, or why it did not run. */
export function useTrial<T>(address: string) {
  const [trial, setTrial] = useState<T | null>(null);
  const { run, isRunning, refusal } = useCommand(
    async (json: object) => setTrial(await api<T>(address, { method: 'POST', json })),
    () => setTrial(null),
  );
  return { trial, fault: refusal?.message ?? null, isBusy: isRunning, run };
}
