import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { QueryView, type ViewedQuery } from '../../app/QueryView.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { pluralInside, singularInside, singularOf } from '../../app/resourceNames.ts';
import { listPath } from './paths.ts';
import { RecordFrame } from './RecordFrame.tsx';

interface RecordViewProps<Record> {
  resource: ClientResource;
  query: ViewedQuery<Record>;
  children: (record: Record) => ReactNode;
}

/** A record's page, and its states: a record that the account cannot see is as missing as one that does not exist. */
export function RecordView<Record extends object>({ resource, query, children }: RecordViewProps<Record>) {
  const back = <ButtonLink to={listPath(resource)}>All {pluralInside(resource)}</ButtonLink>;
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
      failureActions={back}
      missing={
        <EmptyState icon="circle-question-mark" title={`This ${singularInside(resource)} was not found`} actions={back}>
          It may have been deleted, or the address may be wrong.
        </EmptyState>
      }
    >
      {children}
    </QueryView>
  );
}
