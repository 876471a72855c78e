import { useQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../app/ApiError.ts';
import { blockingError } from '../../app/useLastAnswer.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Page, type PageProps } from '../../ui/Page.tsx';

interface OpenEditorProps<Opened> {
  queryKey: QueryKey;
  open: () => Promise<Opened>;
  back: NonNullable<PageProps['back']>;
  /** "page" */
  noun: string;
  /** Where the record does not exist. Default: the server's message. */
  missing?: ReactNode;
  children: (opened: Opened) => ReactNode;
}

/** Loads what an editor edits, once: a refetch must not replace it. */
export function OpenEditor<Opened>({ queryKey, open, back, noun, missing, children }: OpenEditorProps<Opened>) {
  const query = useQuery({
    queryKey,
    queryFn: open,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnReconnect: ({ state }) => state.data === undefined,
  });
  const error = blockingError(query);
  if (missing !== undefined && error instanceof ApiError && error.status === 404) return missing;
  if (!error && query.data !== undefined && !query.isFetching) return children(query.data);
  return (
    <Page width="full" title={error ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}` : ''} back={back}>
      {error ? (
        <ErrorState title={`The ${noun} could not be loaded`} onRetry={() => void query.refetch()}>
          {error.message}
        </ErrorState>
      ) : (
        <Loading label={`Loading the ${noun}`} lines={8} lineHeight={44} />
      )}
    </Page>
  );
}
