import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { ClientResource } from '../../../../../domain/declarations/client-model.ts';
import { callApi } from '../../../../app/callApi.ts';
import { queryClient } from '../../../../app/queryClient.ts';
import { refreshResource } from '../../../../app/refreshResource.ts';
import { toastRefusal, useCommand } from '../../../../app/useCommand.ts';
import { useResource } from '../../../../app/useResources.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import { ListPage } from '../../../list/ListPage.tsx';
import type { ListSlots } from '../../../list/listSlots.ts';
import type { LocalListQuery } from '../../../list/localList.ts';
import { ContentFrame } from '../ContentFrame.tsx';
import { NewPageDialog } from './NewPageDialog.tsx';
import { pageCells } from './pageCells.tsx';
import { entryOf, listedPages, pagesAddress, pagesIn, SOURCE, type PageRow } from './pageList.ts';
import { pageMenuItems } from './pageMenuItems.ts';

const PATH = '/content/manage';
const ALL_PAGES = {
  queryKey: ['content', 'pages'],
  queryFn: () => callApi('GET /api/content/pages'),
  staleTime: 0,
  meta: { reads: 'pages' },
};

/** /content/manage: the pages of the site with their states. /content/manage/new opens the dialog for a new page. */
export function Screen() {
  const declared = useResource('pages');
  const pages = useMemo(() => (declared ? pagesIn(declared) : null), [declared]);
  const list = useMemo(
    () =>
      pages && {
        address: pagesAddress(pages),
        getList: async (question: LocalListQuery) =>
          listedPages(pages, await queryClient.fetchQuery(ALL_PAGES), question),
      },
    [pages],
  );
  return <ContentFrame {...list}>{pages && <Pages pages={pages} />}</ContentFrame>;
}

function Pages({ pages }: { pages: ClientResource }) {
  const navigate = useNavigate();
  const newPage = (
    <ButtonLink variant="primary" icon="plus" to={`${PATH}/new`}>
      New page
    </ButtonLink>
  );
  const slots: ListSlots = {
    source: SOURCE,
    lead: 'The pages that visitors read. Changes stay in a draft until you publish them.',
    cells: pageCells,
    rowPath: (row) => {
      const { name, deletedAt } = entryOf(row);
      return deletedAt === null ? `/content/managecards/${encodeURIComponent(name)}` : null;
    },
    rowItems: (row) => pageMenuItems(entryOf(row), (address) => void navigate(address)),
    rowActions: (row) => <PageButton page={entryOf(row)} />,
  };
  return (
    <>
      <ListPage
        resource={pages}
        mainAction={newPage}
        actions={
          <>
            <ButtonLink icon="arrow-right" to={`${PATH}/redirects`}>
              <span className="phone-hidden">Redirects</span>
            </ButtonLink>
            <ButtonLink icon="table" to={`${PATH}/pages`}>
              <span className="phone-hidden">Bulk edit and export</span>
            </ButtonLink>
          </>
        }
        slots={slots}
      />
      <NewPage pages={pages} />
    </>
  );
}

function PageButton({ page }: { page: PageRow }) {
  if (page.deletedAt !== null) return <RestorePage page={page} />;
  const editor = `/content/managecards/${encodeURIComponent(page.name)}`;
  return (
    <ButtonLink size="small" icon="pencil" to={editor} aria-label={`Edit ${page.title}`}>
      Edit
    </ButtonLink>
  );
}

function NewPage({ pages }: { pages: ClientResource }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { data: all } = useQuery(ALL_PAGES);
  if (!all || !pathname.toLowerCase().startsWith(`${PATH}/new`)) return null;
  const source = all.find(({ id }) => String(id) === search.get('copyOf'));
  return (
    <NewPageDialog
      key={source?.id ?? 'new'}
      pages={pages}
      source={source ?? null}
      taken={all.filter(({ deletedAt }) => deletedAt === null).map(({ name }) => name)}
      onClose={() => void navigate(PATH)}
    />
  );
}

/** Restores a deleted page in the list. */
function RestorePage({ page: { id, title } }: { page: { id: number; title: string } }) {
  const client = useQueryClient();
  const restore = useCommand(async () => {
    await callApi('POST /api/:resource/:id/restore', { params: { resource: 'pages', id: String(id) } }).finally(() =>
      refreshResource(client, 'pages'),
    );
    showToast(`“${title}” is restored`);
  }, toastRefusal);
  return (
    <Button
      size="small"
      icon="archive-restore"
      aria-label={`Restore ${title}`}
      busy={restore.isRunning}
      onClick={() => void restore.run()}
    >
      Restore
    </Button>
  );
}
