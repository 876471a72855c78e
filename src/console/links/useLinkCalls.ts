import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';

export interface LinkCalls {
  /** Id of the link that is being written, or 'new'. */
  busy: number | 'new' | null;
  refusal: string | null;
  /** What was done, for a screen reader. */
  said: string;
  refuse: (words: string) => void;
  /** Runs a call and loads the links anew. Returns whether it has succeeded. */
  send: (what: number | 'new', call: () => Promise<unknown>, done: string) => Promise<boolean>;
}

/** The calls of a dialog that makes and withdraws links. */
export function useLinkCalls(queryKey: QueryKey): LinkCalls {
  const client = useQueryClient();
  const [busy, setBusy] = useState<number | 'new' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const send: LinkCalls['send'] = async (what, call, done) => {
    setBusy(what);
    setRefusal(null);
    setSaid('');
    try {
      await call();
      await client.invalidateQueries({ queryKey });
      setSaid(done);
      return true;
    } catch (failure) {
      setRefusal(failure instanceof Error ? failure.message : 'That did not work.');
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { busy, refusal, said, refuse: setRefusal, send };
}
