import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { HOME_PAGE, pageAddress } from '../../../../../domain/content.ts';
import type { PageListEntry } from '../../../../../domain/page-content.ts';
import { useModel } from '../../../../app/useModel.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Menu } from '../../../../ui/Menu.tsx';
import type { MenuItem } from '../../../../ui/Menu.tsx';
import { Table } from '../../../../ui/Table.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import { useConsole } from '../../../engine/consoleContext.ts';
import { listPath } from '../../../engine/paths.ts';
import { formatInstant, formatInstantFully, formatNumber } from '../../../values/formats.ts';
import { HOME_STAYS } from '../homePage.ts';
import { deletePage, publishPage, restorePage } from '../pageCalls.ts';
import { PageStateChip } from '../PageStateChip.tsx';
import { pageTypeLabel } from '../pageTypes.ts';
import { DeletePageDialog, UnpublishPageDialog } from '../RemovePageDialog.tsx';
import { SORTABLE } from './pageListView.ts';
import type { PageListView } from './pageListView.ts';
import styles from './manage.module.css';

interface PageTableProps {
  pages: readonly PageListEntry[];
  view: PageListView;
  onView: (change: Partial<PageListView>) => void;
  onChanged: () => void;
}

export function PageTable({ pages, view, onView, onChanged }: PageTableProps) {
  const { timezone } = useModel().site;
  const sortBy = (key: string) => {
    const sort = SORTABLE.find((one) => one === key);
    if (sort)
      onView(
        sort === view.sort
          ? { order: view.order === 'ASC' ? 'DESC' : 'ASC' }
          : { sort, order: sort === 'views' || sort === 'changedAt' ? 'DESC' : 'ASC' },
      );
  };
  return (
    <Card flush className={styles.list}>
      <Table
        caption="Pages"
        rows={pages}
        rowKey={({ id }) => id}
        sort={{ key: view.sort, order: view.order }}
        onSort={sortBy}
        columns={[
          { key: 'title', header: 'Page', sortable: true, cell: (page) => <PageName page={page} /> },
          { key: 'type', header: 'Type', sortable: true, minor: true, cell: ({ type }) => pageTypeLabel(type) },
          {
            key: 'state',
            header: 'State',
            sortable: true,
            cell: ({ published, ...page }) => <PageStateChip isPublished={published} {...page} />,
          },
          {
            key: 'views',
            header: 'Views, 30 days',
            sortable: true,
            align: 'end',
            cell: (page) => <Views page={page} />,
          },
          {
            key: 'changedAt',
            header: 'Last change',
            sortable: true,
            cell: ({ changedAt, changedBy }) => (
              <span className={styles.change}>
                <time dateTime={changedAt} title={formatInstantFully(changedAt, timezone)}>
                  {formatInstant(changedAt, timezone)}
                </time>
                {changedBy !== null && <small>{changedBy}</small>}
              </span>
            ),
          },
          {
            key: 'actions',
            header: 'Actions',
            align: 'end',
            cell: (page) => <Actions page={page} onChanged={onChanged} />,
          },
        ]}
      />
    </Card>
  );
}

function PageName({ page: { name, title, deletedAt } }: { page: PageListEntry }) {
  return (
    <span className={styles.name}>
      {deletedAt === null ? <Link to={`/content/managecards/${encodeURIComponent(name)}`}>{title}</Link> : title}
      <small>{pageAddress(name)}</small>
    </span>
  );
}

/** Who may read the counts finds them day by day; others see the number. */
function Views({ page: { name, title, views } }: { page: PageListEntry }) {
  const days = useConsole().resourceNamed('pageViews');
  if (views === 0 || !days?.can.list) return formatNumber(views);
  const filter = JSON.stringify({ path: pageAddress(name) });
  return (
    <Link
      to={`${listPath(days)}?filter=${encodeURIComponent(filter)}`}
      aria-label={`${formatNumber(views)} views of ${title}, day by day`}
    >
      {formatNumber(views)}
    </Link>
  );
}

const DELETE: MenuItem = { key: 'delete', label: 'Delete', icon: 'trash-2', divided: true, danger: true };

function Actions({ page, onChanged }: { page: PageListEntry; onChanged: () => void }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'delete' | 'unpublish' | null>(null);
  const { id, name, title, published, hasDraft, deletedAt } = page;
  const isHome = name === HOME_PAGE;
  const act = async (work: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>) => {
    try {
      await work();
      showToast(done, undo ? { action: { label: 'Undo', onSelect: () => void act(undo, `“${title}” is back`) } } : {});
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'That did not work. Try again.', { tone: 'error' });
    }
    onChanged();
  };
  const editor = `/content/managecards/${encodeURIComponent(name)}`;
  if (deletedAt !== null) {
    return (
      <Button
        size="small"
        icon="archive-restore"
        aria-label={`Bring back ${title}`}
        onClick={() => void act(() => restorePage(id), `“${title}” is back`)}
      >
        Bring back
      </Button>
    );
  }
  const publishing: MenuItem[] = [
    ...(!published || hasDraft
      ? [
          {
            key: 'publish',
            label: published ? 'Publish changes' : 'Publish',
            icon: 'rocket' as const,
            onSelect: () => void publish(),
          },
        ]
      : []),
    ...(published && !isHome
      ? [{ key: 'unpublish', label: 'Unpublish', icon: 'eye-off' as const, onSelect: () => setAsked('unpublish') }]
      : []),
  ];
  /** What stands in the way is put right in the editor. */
  const publish = () => act(() => publishPage(id), `“${title}” is published`);
  const remove = () =>
    act(
      () => deletePage(id, null),
      `“${title}” is deleted`,
      () => restorePage(id),
    );
  /** It has happened: the list is read again, and the toast takes it back. */
  const done = (words: string, undo: () => Promise<unknown>) => () => {
    setAsked(null);
    void act(() => Promise.resolve(), words, undo);
  };
  return (
    <span className={styles.rowActions}>
      <ButtonLink size="small" icon="pencil" to={editor} aria-label={`Edit ${title}`}>
        Edit
      </ButtonLink>
      <Menu
        label={`Actions for ${title}`}
        align="end"
        items={[
          ...(published
            ? [{ key: 'view', label: 'View', icon: 'eye' as const, onSelect: () => void navigate(pageAddress(name)) }]
            : []),
          {
            key: 'settings',
            label: 'Page settings',
            icon: 'settings-2',
            onSelect: () => void navigate(`${editor}?part=settings`),
          },
          {
            key: 'duplicate',
            label: 'Duplicate',
            icon: 'copy',
            onSelect: () => void navigate(`/content/manage/new?copyOf=${id}`),
          },
          ...publishing,
          isHome ? HOME_STAYS : { ...DELETE, onSelect: () => (published ? setAsked('delete') : void remove()) },
        ]}
        trigger={(trigger) => <IconButton {...trigger} icon="ellipsis" size="small" label={`More for ${title}`} />}
      />
      {asked === 'delete' && (
        <DeletePageDialog
          page={page}
          onClose={() => setAsked(null)}
          onDone={done(`“${title}” is deleted`, () => restorePage(id))}
        />
      )}
      {asked === 'unpublish' && (
        <UnpublishPageDialog
          page={page}
          onClose={() => setAsked(null)}
          onDone={done(`Visitors do not see “${title}” any more`, () => publishPage(id))}
        />
      )}
    </span>
  );
}
