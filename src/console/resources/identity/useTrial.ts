import { useState } from 'react';
import { api } from '../../../app/api.ts';

/** Runs a trial on the server, again and again: its last result, or what kept it from running. */
export function useTrial<T>(address: string) {
  const [trial, setTrial] = useState<T | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const run = async (json: object): Promise<void> => {
    setIsBusy(true);
    setFault(null);
    try {
      setTrial(await api<T>(address, { method: 'POST', json }));
    } catch (error) {
      setTrial(null);
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  };
  return { trial, fault, isBusy, run };
}
