import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommand } from '../../../app/useCommand.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { deletePage, listPages, unpublishPage } from './pageCalls.ts';
import { PageUses } from './PageUses.tsx';
import styles from './PageUses.module.css';

interface RemovePageDialogProps {
  page: { id: number; title: string };
  onDone: () => void;
  onClose: () => void;
}

/** Confirms the deletion of a published page, lists what links to it, and asks where its address redirects to. */
export function DeletePageDialog({
  page: { id, title },
  remove = deletePage,
  onDone,
  onClose,
}: RemovePageDialogProps & { remove?: typeof deletePage }) {
  const pages = useQuery({ queryKey: ['content', 'pages'], queryFn: listPages });
  const [redirectTo, setRedirectTo] = useState('');
  const others = (pages.data ?? []).filter((page) => page.id !== id && page.published && page.deletedAt === null);
  const { run, isRunning, refusal } = useCommand(async () => {
    await remove(id, redirectTo === '' ? null : Number(redirectTo));
    onDone();
  });
  return (
    <Dialog
      role="alertdialog"
      title={`Delete “${title}”?`}
      width={460}
      refusal={refusal}
      answer={{ label: 'Delete page', variant: 'danger', busy: isRunning, onAnswer: run }}
      onClose={onClose}
    >
      <div className={styles.asked}>
        <p>Visitors can see this page now. You can restore it from the list of deleted pages.</p>
        <PageUses id={id} />
        <SelectField
          label="Redirect visitors to"
          help="Links to its address, from other sites too, lead there from then on."
          placeholder="No page: say that it is gone"
          options={others.map((page) => ({ value: String(page.id), label: page.title }))}
          value={redirectTo}
          onChange={(event) => setRedirectTo(event.target.value)}
        />
      </div>
    </Dialog>
  );
}

/** Confirms hiding a page from visitors, and lists what links to it. */
export function UnpublishPageDialog({
  page: { id, title },
  unpublish = unpublishPage,
  onDone,
  onClose,
}: RemovePageDialogProps & { unpublish?: (id: number) => Promise<unknown> }) {
  const { run, isRunning, refusal } = useCommand(async () => {
    await unpublish(id);
    onDone();
  });
  return (
    <Dialog
      role="alertdialog"
      title={`Unpublish “${title}”?`}
      width={460}
      refusal={refusal}
      answer={{ label: 'Unpublish', variant: 'danger', busy: isRunning, onAnswer: run }}
      onClose={onClose}
    >
      <div className={styles.asked}>
        <p>
          Visitors who open it are told that there is no such page. It stays here, with its draft and its history, and
          can be published again.
        </p>
        <PageUses id={id} />
      </div>
    </Dialog>
  );
}
