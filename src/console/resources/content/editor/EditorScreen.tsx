import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { PageEditor as OpenedPage } from '../../../../../domain/content/page-content.ts';
import { blockingError } from '../../../../app/useLastAnswer.ts';
import { ApiError } from '../../../../app/ApiError.ts';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Loading } from '../../../../ui/Loading.tsx';
import { Page } from '../../../../ui/Page.tsx';
import { ContentFrame, useCardTypes } from '../ContentFrame.tsx';
import { openPage } from '../pageCalls.ts';
import { PageEditor } from './PageEditor.tsx';

const BACK = { to: '/content/manage', label: 'Pages' };

/** /content/managecards/{title}: a page by its name, title or id. */
export function Screen() {
  return (
    <ContentFrame>
      <Opening page={useParams()['title'] ?? ''} />
    </ContentFrame>
  );
}

function Opening({ page }: { page: string }) {
  // Fetched once: a refetch must not replace what is being edited.
  const opened = useQuery<OpenedPage>({
    queryKey: ['content', 'edited', page],
    queryFn: () => openPage(page),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnReconnect: ({ state }) => state.data === undefined,
  });
  const types = useCardTypes();
  const error = blockingError(opened) ?? blockingError(types);
  if (error instanceof ApiError && error.status === 404) return <Missing page={page} />;
  if (error) {
    return (
      <Page title="Page" back={BACK}>
        <ErrorState
          title="The page could not be loaded"
          onRetry={() => void Promise.all([opened.refetch(), types.refetch()])}
        >
          {error.message}
        </ErrorState>
      </Page>
    );
  }
  if (!opened.data || opened.isFetching || !types.data)
    return (
      <Page title="" back={BACK} width="full">
        <Loading label="Loading the page" lines={9} lineHeight={44} />
      </Page>
    );
  return <PageEditor key={opened.data.page.id} opened={opened.data} types={types.data} back={BACK} />;
}

function Missing({ page }: { page: string }) {
  return (
    <Page title="No such page" back={BACK}>
      <EmptyState
        icon="file-text"
        title={`There is no page “${page}”`}
        actions={
          <>
            <ButtonLink variant="primary" to="/content/manage/new">
              New page
            </ButtonLink>
            <ButtonLink to="/content/manage">All pages</ButtonLink>
          </>
        }
      >
        It may have been renamed or deleted. Deleted pages can be brought back from the list.
      </EmptyState>
    </Page>
  );
}
