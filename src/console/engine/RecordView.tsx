import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { QueryView, type ViewedQuery } from '../../app/QueryView.tsx';
import { singularOf } from '../../app/resourceNames.ts';
import { ListLink, MissingRecord } from './MissingRecord.tsx';
import { RecordFrame } from './RecordFrame.tsx';

interface RecordViewProps<Record> {
  resource: ClientResource;
  query: ViewedQuery<Record>;
  children: (record: Record) => ReactNode;
}

/** A record's page, and its states: a record that the account cannot see is as missing as one that does not exist. */
export function RecordView<Record extends object>({ resource, query, children }: RecordViewProps<Record>) {
  return (
    <QueryView
      query={query}
      what="the record"
      lines={8}
      lineHeight={40}
      hasNotice={false}
      frame={(state) => (
        <RecordFrame resource={resource} title={singularOf(resource)}>
          {state}
        </RecordFrame>
      )}
      failureActions={<ListLink resource={resource} />}
      missing={<MissingRecord resource={resource} />}
    >
      {children}
    </QueryView>
  );
}
