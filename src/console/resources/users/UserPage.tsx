import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isReachable } from '../../../app/menuEntries.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { callApi } from '../../../app/callApi.ts';
import { useAccess } from '../../../app/useAccess.ts';
import { useResource } from '../../../app/useResources.ts';
import { Button } from '../../../ui/Button.tsx';
import type { RecordPageProps } from '../../form/EditPage.tsx';
import { ShowPage } from '../../show/ShowPage.tsx';
import { LinkLogin } from '../identity/LinkLogin.tsx';
import { AnonymiseDialog } from './AnonymiseDialog.tsx';

/** The page of an account: administrators can link a login to it, and those who may make it anonymous. */
export function UserPage(props: RecordPageProps) {
  return <ShowPage {...props} actions={AccountActions} />;
}

function AccountActions({ row }: { row: Row }) {
  const reach = useAccess();
  const isAnonymous = row['username'] === `anonymised-${String(row['id'])}`;
  if (isAnonymous) return null;
  return (
    <>
      {isReachable('/admin/identity', reach) && <LinkLogin row={row} />}
      <AnonymiseButton row={row} />
    </>
  );
}

function AnonymiseButton({ row }: { row: Row }) {
  const id = Number(row['id']);
  const canRequest = useResource('anonymisations') !== undefined;
  const { data: preview } = useQuery({
    queryKey: ['users', 'anonymise', id],
    queryFn: ({ signal }) => callApi('GET /api/users/:id/anonymise', { params: { id }, signal }),
    enabled: canRequest,
    staleTime: 0,
    retry: false,
  });
  const [isAsking, setIsAsking] = useState(false);
  if (!preview || preview.refusal !== null) return null;
  return (
    <>
      <Button icon="ban" onClick={() => setIsAsking(true)}>
        Anonymise
      </Button>
      {isAsking && (
        <AnonymiseDialog
          id={id}
          name={String(row['displayName'])}
          preview={preview}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
