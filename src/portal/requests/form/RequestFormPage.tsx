import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useSession } from '../../../app/useSession.ts';
import { callApi } from '../../../app/callApi.ts';
import { usePageLook } from '../../../app/pageLook.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import type { OpenForm } from '../../../../domain/calls/open-form.ts';
import { readLocalDrafts } from './localDraft.ts';
import { OpenRequestForm, RequestForm } from './OpenRequestForm.tsx';
import { VersionChoice, startedDraftOf, type StartedDraft } from './VersionChoice.tsx';

/** Loads the code of the form, which would otherwise be shown 300 ms after what it suspends. */
export async function prepare(): Promise<void> {
  await RequestForm.preload();
}

/** The form page, for a new request or a resubmission. Remounted when the account changes. */
export function Screen() {
  const { formName: name = '', groupName: group, submissionId: request } = useParams();
  const { userName } = useSession();
  const [attempt, setAttempt] = useState(0);
  const [choice, setChoice] = useState<'current' | 'earlier' | null>(null);
  const submissionId = request === undefined ? undefined : Number(request);
  const query = { form: name, group, submission: submissionId };
  const form = useQuery({
    queryKey: ['requests', 'form', query, userName, attempt],
    queryFn: () => callApi('GET /api/requests/form', { query }),
    // Fetched once: a refetch must not replace the user's input.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  usePageLook(form.data === undefined ? null : { record: form.data.form.title });
  return (
    <QueryView
      query={form}
      what="the form"
      lines={9}
      lineHeight={40}
      hasNotice={false}
      frame={(state, error) => <Page title={error === null ? '' : 'Make a request'}>{state}</Page>}
      missing={({ message }) => (
        <EmptyState icon="file-text" title="Form not found" actions={<AllForms />}>
          {message}
        </EmptyState>
      )}
    >
      {(open) => {
        if (open.closed !== null) return <Closed open={open} submissionId={submissionId} />;
        const begun = choice === null ? begunBefore(open, userName ?? '', submissionId) : null;
        if (begun) return <VersionChoice open={open} begun={begun} onChoose={setChoice} />;
        return (
          <OpenRequestForm
            key={`${userName} ${attempt}`}
            open={open}
            isEarlier={choice === 'earlier'}
            userName={userName ?? ''}
            submissionId={submissionId}
            onReload={() => {
              setChoice(null);
              setAttempt(attempt + 1);
            }}
          />
        );
      }}
    </QueryView>
  );
}

function AllForms() {
  return (
    <ButtonLink to="/requests/navigate" variant="primary">
      See all forms
    </ButtonLink>
  );
}

/** A draft begun on another version of the form: the server's, or a copy stored only in this browser. */
function begunBefore(open: OpenForm, userName: string, submissionId: number | undefined): StartedDraft | null {
  if (open.earlier) return startedDraftOf(open.earlier);
  const copies = readLocalDrafts({ userName, formId: open.form.id, submissionId }).map(({ draft }) => draft);
  const copy = copies.find(({ formVersionId }) => formVersionId !== open.version.id);
  return copy ? { costType: copy.costType, schema: null, data: copy.data, finishUntil: null } : null;
}

function Closed({ open, submissionId }: { open: OpenForm; submissionId: number | undefined }) {
  const way =
    submissionId === undefined ? (
      <AllForms />
    ) : (
      <ButtonLink to={`/requests/viewsubmission/${submissionId}`} variant="primary">
        See the request
      </ButtonLink>
    );
  return (
    <Page
      title={open.form.title}
      lead={open.form.description ?? undefined}
      back={{ to: '/requests/navigate', label: 'All requests' }}
    >
      <EmptyState icon="lock" title={open.closed} actions={way}>
        {open.draft && submissionId === undefined ? 'Your draft is kept.' : undefined}
      </EmptyState>
    </Page>
  );
}
