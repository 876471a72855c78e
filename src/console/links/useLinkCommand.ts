import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommand } from '../../app/useCommand.ts';

export interface LinkCommand {
  /** Id of the link that is being written, or 'new'. */
  busy: number | 'new' | null;
  refusal: string | null;
  /** For a screen reader. */
  announcement: string;
  /** Runs a call and loads the links again. */
  send: (what: number | 'new', call: () => Promise<unknown>, done: string) => Promise<void>;
}

export function useLinkCommand(queryKey: QueryKey): LinkCommand {
  const client = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const { run, runningWith, refusal } = useCommand<Parameters<LinkCommand['send']>, void>(async (_what, call, done) => {
    setAnnouncement('');
    await call();
    await client.invalidateQueries({ queryKey });
    setAnnouncement(done);
  });
  return { busy: runningWith?.[0] ?? null, refusal: refusal?.message ?? null, announcement, send: run };
}
