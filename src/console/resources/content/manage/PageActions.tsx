import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { HOME_PAGE, pageAddress } from '../../../../../domain/content/content.ts';
import type { PageListEntry } from '../../../../../domain/content/page-content.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Menu } from '../../../../ui/Menu.tsx';
import type { MenuItem } from '../../../../ui/Menu.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import { deletePage, publishPage, restorePage } from '../pageCalls.ts';
import { DELETE, HOME_IS_FIXED } from '../pageMenuItems.ts';
import { DeletePageDialog, UnpublishPageDialog } from '../RemovePageDialog.tsx';
import styles from './manage.module.css';

/** Actions on a page in the list. */
export function PageActions({ page, onChanged }: { page: PageListEntry; onChanged: () => void }) {
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
  /** Faults that prevent publishing are fixed in the editor. */
  const publish = () => act(() => publishPage(id), `“${title}” is published`);
  const remove = () =>
    act(
      () => deletePage(id, null),
      `“${title}” is deleted`,
      () => restorePage(id),
    );
  /** Reloads the list and shows a toast with Undo. */
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
            onSelect: () => void navigate(`${editor}?section=settings`),
          },
          {
            key: 'duplicate',
            label: 'Duplicate',
            icon: 'copy',
            onSelect: () => void navigate(`/content/manage/new?copyOf=${id}`),
          },
          ...publishing,
          isHome ? HOME_IS_FIXED : { ...DELETE, onSelect: () => (published ? setAsked('delete') : void remove()) },
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
