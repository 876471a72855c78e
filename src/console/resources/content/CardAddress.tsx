import { useGetOne } from 'ra-core';
import { Navigate } from 'react-router-dom';
import type { RecordPageProps } from '../../form/EditPage.tsx';
import { RecordLoading, RecordMissing } from '../../engine/RecordMissing.tsx';

/** Cards have no form of their own: this leads to the editor of the card's page. */
export function CardAddress({ resource, id }: RecordPageProps) {
  const { data, error, refetch } = useGetOne(resource.name, { id }, { retry: false });
  if (error) return <RecordMissing resource={resource} error={error} onRetry={() => void refetch()} />;
  if (!data) return <RecordLoading resource={resource} />;
  return <Navigate replace to={`/content/managecards/${String(data['pageId'])}?section=card-${id}`} />;
}

/** New cards are added in the page editor; ?source={"pageId":5} names the page. */
export function NewCardAddress() {
  const pageId = /"pageId":(\d+)/.exec(new URLSearchParams(window.location.search).get('source') ?? '')?.[1];
  return <Navigate replace to={pageId === undefined ? '/content/manage' : `/content/managecards/${pageId}`} />;
}
