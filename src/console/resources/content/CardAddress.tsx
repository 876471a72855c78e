import { useGetOne } from 'ra-core';
import { Navigate } from 'react-router-dom';
import type { RecordPageProps } from '../../engine/pageProps.ts';
import { RecordView } from '../../engine/RecordView.tsx';

/** Cards have no form of their own: this leads to the editor of the card's page. */
export function CardAddress({ resource, id }: RecordPageProps) {
  const card = useGetOne(resource.name, { id }, { retry: false });
  return (
    <RecordView resource={resource} query={card}>
      {(data) => <Navigate replace to={`/content/managecards/${String(data['pageId'])}?section=card-${id}`} />}
    </RecordView>
  );
}

/** New cards are added in the page editor; ?source={"pageId":5} names the page. */
export function NewCardAddress() {
  const pageId = /"pageId":(\d+)/.exec(new URLSearchParams(window.location.search).get('source') ?? '')?.[1];
  return <Navigate replace to={pageId === undefined ? '/content/manage' : `/content/managecards/${pageId}`} />;
}
