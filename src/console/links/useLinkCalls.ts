import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommand } from '../../app/useCommand.ts';

export interface LinkCalls {
  /** Id of the link that is being written, or 'new'. */
  busy: number | 'new' | null;
  refusal: string | null;
  /** What was done, for a screen reader. */
  said: string;
  /** Runs a call and loads the links again. */
  send: (what: number | 'new', call: () => Promise<unknown>, done: string) => Promise<void>;
}

export function useLinkCalls(queryKey: QueryKey): LinkCalls {
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const { run, runningWith, refusal } = useCommand<Parameters<LinkCalls['send']>, void>(async (_what, call, done) => {
    setSaid('');
    await call();
    await client.invalidateQueries({ queryKey });
    setSaid(done);
  });
  return { busy: runningWith?.[0] ?? null, refusal: refusal?.message ?? null, said, send: run };
}
