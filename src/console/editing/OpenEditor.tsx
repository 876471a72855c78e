import { useQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from '../../app/QueryView.tsx';
import { isNotFound } from '../../app/useLastAnswer.ts';
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
export function OpenEditor<Opened extends object>(props: OpenEditorProps<Opened>) {
  const { queryKey, open, back, noun, missing, children } = props;
  const query = useQuery({
    queryKey,
    queryFn: open,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnReconnect: ({ state }) => state.data === undefined,
  });
  return (
    <QueryView
      query={{ ...query, data: query.isFetching ? undefined : query.data }}
      what={`the ${noun}`}
      lines={8}
      lineHeight={44}
      missing={missing}
      frame={(state) => (
        <Page title={titleOfState(query.error, noun)} back={back}>
          {state}
        </Page>
      )}
    >
      {children}
    </QueryView>
  );
}

function titleOfState(error: Error | null, noun: string): string {
  if (error === null) return '';
  return isNotFound(error) ? `The ${noun} was not found` : `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
}
