import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { HOME_PAGE, pageAddress } from '../../../../../domain/content/content.ts';
import type { PageListEntry } from '../../../../../domain/calls/pages.ts';
import { toastRefusal, useCommand } from '../../../../app/useCommand.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Menu, type MenuItem } from '../../../../ui/Menu.tsx';
import { showUndoable } from '../../../../ui/showUndoable.ts';
import { showToast } from '../../../../ui/toasts.ts';
import { deletePage, publishPage, restorePage } from '../pageCalls.ts';
import { DELETE, HOME_IS_FIXED } from '../pageMenuItems.ts';
import { DeletePageDialog, UnpublishPageDialog } from '../RemovePageDialog.tsx';
import styles from './manage.module.css';

type Work = () => Promise<unknown>;

interface PageActionsProps {
  page: PageListEntry;
  onChanged: () => void;
}

/** Actions on a page in the list. */
export function PageActions({ page, onChanged }: PageActionsProps) {
  const [dialog, setDialog] = useState<'delete' | 'unpublish' | null>(null);
  const { id, name, title, published, deletedAt } = page;
  const { run } = useCommand(async (work: Work, done: string, undo?: Work) => {
    try {
      await work();
    } finally {
      onChanged();
    }
    if (undo) showUndoable(done, () => undo().finally(onChanged));
    else showToast(done);
  }, toastRefusal);
  const restore = () => restorePage(id);
  if (deletedAt !== null) {
    return (
      <Button
        size="small"
        icon="archive-restore"
        aria-label={`Restore ${title}`}
        onClick={() => void run(restore, `“${title}” is restored`)}
      >
        Restore
      </Button>
    );
  }
  /** Reloads the list after a dialog, and shows a toast with Undo. */
  const finish = (text: string, undo: Work) => () => {
    setDialog(null);
    void run(() => Promise.resolve(), text, undo);
  };
  const editor = `/content/managecards/${encodeURIComponent(name)}`;
  return (
    <span className={styles.rowActions}>
      <ButtonLink size="small" icon="pencil" to={editor} aria-label={`Edit ${title}`}>
        Edit
      </ButtonLink>
      <PageMenu
        page={page}
        editor={editor}
        // Faults that prevent publishing are corrected in the editor.
        onPublish={() => void run(() => publishPage(id), `“${title}” is published`)}
        onUnpublish={() => setDialog('unpublish')}
        onDelete={() =>
          published ? setDialog('delete') : void run(() => deletePage(id, null), `“${title}” is deleted`, restore)
        }
      />
      {dialog === 'delete' && (
        <DeletePageDialog
          page={page}
          onClose={() => setDialog(null)}
          onDone={finish(`“${title}” is deleted`, restore)}
        />
      )}
      {dialog === 'unpublish' && (
        <UnpublishPageDialog
          page={page}
          onClose={() => setDialog(null)}
          onDone={finish(`“${title}” is no longer visible`, () => publishPage(id))}
        />
      )}
    </span>
  );
}

interface PageMenuProps {
  page: PageListEntry;
  editor: string;
  onPublish: () => void;
  onUnpublish: () => void;
  onDelete: () => void;
}

function PageMenu({ page: { id, name, title, published, hasDraft }, editor, ...actions }: PageMenuProps) {
  const navigate = useNavigate();
  const isHome = name === HOME_PAGE;
  const link = (key: string, label: string, icon: NonNullable<MenuItem['icon']>, to: string): MenuItem => ({
    key,
    label,
    icon,
    onSelect: () => void navigate(to),
  });
  const publish: MenuItem = {
    key: 'publish',
    label: published ? 'Publish changes' : 'Publish',
    icon: 'rocket',
    onSelect: actions.onPublish,
  };
  const unpublish: MenuItem = {
    key: 'unpublish',
    label: 'Unpublish',
    icon: 'eye-off',
    onSelect: actions.onUnpublish,
  };
  return (
    <Menu
      label={`Actions for ${title}`}
      align="end"
      items={[
        ...(published ? [link('view', 'View', 'eye', pageAddress(name))] : []),
        link('settings', 'Page settings', 'settings-2', `${editor}?section=settings`),
        link('duplicate', 'Duplicate', 'copy', `/content/manage/new?copyOf=${id}`),
        ...(published && !hasDraft ? [] : [publish]),
        ...(published && !isHome ? [unpublish] : []),
        isHome ? HOME_IS_FIXED : { ...DELETE, onSelect: actions.onDelete },
      ]}
      trigger={(trigger) => <IconButton {...trigger} icon="ellipsis" size="small" label={`More for ${title}`} />}
    />
  );
}
