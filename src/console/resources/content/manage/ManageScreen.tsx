import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { PageListEntry } from '../../../../../domain/page-content.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Loading } from '../../../../ui/Loading.tsx';
import { Page } from '../../../../ui/Page.tsx';
import { formatCount } from '../../../values/formats.ts';
import { ContentFrame } from '../ContentFrame.tsx';
import { listPages } from '../pageCalls.ts';
import { NewPageDialog } from './NewPageDialog.tsx';
import { PageFilters } from './PageFilters.tsx';
import { readView, viewedPages, writeView } from './pageListView.ts';
import type { PageListView } from './pageListView.ts';
import { PageTable } from './PageTable.tsx';

const PATH = '/content/manage';

/** /content/manage: the pages that visitors read, and how each one stands. /content/manage/new makes one. */
export function Screen() {
  return (
    <ContentFrame>
      <Pages />
    </ContentFrame>
  );
}

function Pages() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const pages = useQuery({ queryKey: ['content', 'pages'], queryFn: listPages, staleTime: 0 });
  const view = readView(search);
  const set = (change: Partial<PageListView>) => setSearch(writeView({ ...view, ...change }), { replace: true });
  const all = pages.data ?? [];
  const shown = viewedPages(all, view);
  const isNew = pathname.toLowerCase().startsWith(`${PATH}/new`);
  const source = all.find(({ id }) => String(id) === search.get('copyOf'));
  return (
    <Page
      title="Pages"
      aside={pages.data && formatCount(shown.length, 'page', 'pages')}
      lead="What visitors read. Changes are kept as a draft until you publish them."
      actions={
        <>
          <ButtonLink icon="arrow-right" to={`${PATH}/redirects`}>
            Redirects
          </ButtonLink>
          <ButtonLink icon="table" to={`${PATH}/pages`}>
            Bulk edit and export
          </ButtonLink>
          <Button variant="primary" icon="plus" onClick={() => void navigate(`${PATH}/new`)}>
            New page
          </Button>
        </>
      }
    >
      {pages.error ? (
        <ErrorState title="The pages could not be loaded" onRetry={() => void pages.refetch()}>
          {pages.error.message}
        </ErrorState>
      ) : !pages.data ? (
        <Loading label="Loading the pages" lines={8} lineHeight={44} />
      ) : (
        <Listed
          pages={all}
          shown={shown}
          view={view}
          onView={set}
          onChanged={() => void client.invalidateQueries({ queryKey: ['content', 'pages'] })}
        />
      )}
      {isNew && pages.data && (
        <NewPageDialog
          key={source?.id ?? 'new'}
          source={source ?? null}
          taken={all.filter(({ deletedAt }) => deletedAt === null).map(({ name }) => name)}
          onClose={() => void navigate(PATH)}
        />
      )}
    </Page>
  );
}

interface ListedProps {
  pages: readonly PageListEntry[];
  shown: readonly PageListEntry[];
  view: PageListView;
  onView: (change: Partial<PageListView>) => void;
  onChanged: () => void;
}

function Listed({ pages, shown, view, onView, onChanged }: ListedProps) {
  if (pages.length === 0) {
    return (
      <EmptyState
        icon="newspaper"
        title="No pages yet"
        actions={
          <ButtonLink variant="primary" icon="plus" to={`${PATH}/new`}>
            New page
          </ButtonLink>
        }
      >
        The page named home is the first one that visitors see.
      </EmptyState>
    );
  }
  return (
    <>
      <PageFilters pages={pages} view={view} onView={onView} />
      {shown.length === 0 ? (
        <EmptyState
          icon="list-filter"
          title="No page matches"
          actions={<Button onClick={() => onView({ q: '', state: null, type: null })}>Clear the filter</Button>}
        >
          {view.state === 'deleted' ? 'Nothing has been deleted.' : 'Try other words, or another state.'}
        </EmptyState>
      ) : (
        <PageTable pages={shown} view={view} onView={onView} onChanged={onChanged} />
      )}
    </>
  );
}
