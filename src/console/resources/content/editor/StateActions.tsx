import { useState } from 'react';
import { HOME_PAGE, pageAddress } from '../../../../../domain/content/content.ts';
import { toastRefusal, useCommand } from '../../../../app/useCommand.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Menu } from '../../../../ui/Menu.tsx';
import type { MenuItem } from '../../../../ui/Menu.tsx';
import { useMedia } from '../../../../ui/useMedia.ts';
import { showToast } from '../../../../ui/toasts.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DELETE, HOME_IS_FIXED } from '../pageMenuItems.ts';
import { DeletePageDialog, UnpublishPageDialog } from '../RemovePageDialog.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { ShareDraftDialog } from './ShareDraftDialog.tsx';
import { useAfterDeletion } from './useAfterDeletion.ts';
import type { PageEditing } from './usePageEditor.ts';

type PageDialog = 'now' | 'later' | 'share' | 'discard' | 'unpublish' | 'delete';

interface StateActionsProps {
  editor: PageEditing;
  isSmall: boolean;
}

/** The available actions on the page and its draft. */
export function StateActions({ editor, isSmall }: StateActionsProps) {
  const { state, draft } = editor;
  const isPhone = useMedia('below-medium');
  const [dialog, setDialog] = useState<PageDialog | null>(null);
  const isChanged = state.hasDraft || draft.kind !== 'saved';
  const canPublish = (isChanged || !state.isPublished) && draft.kind !== 'conflict';
  const size = isPhone ? 'small' : 'medium';
  const live = pageAddress(state.live.name);
  const page = { id: editor.id, title: editor.content.title || 'Untitled page' };
  const afterDeletion = useAfterDeletion(page);
  /** No visitor has seen the page, so it is deleted without a question, as in the list. Undo restores it. */
  const removeUnseen = useCommand(async () => {
    await editor.remove(null);
    afterDeletion();
  }, toastRefusal);
  return (
    <>
      {state.isPublished && !isSmall && (
        <ButtonLink icon="external-link" to={live} target="_blank">
          View live page
        </ButtonLink>
      )}
      <Menu
        label="More for this page"
        align="end"
        items={menuItems({
          editor,
          isSmall,
          isChanged,
          canPublish,
          open: setDialog,
          removeUnseen: () => void removeUnseen.run(),
        })}
        trigger={(trigger) => <IconButton {...trigger} icon="ellipsis" variant="secondary" size={size} label="More" />}
      />
      <Button
        variant="primary"
        size={size}
        {...(isPhone ? {} : { icon: 'rocket' as const })}
        disabled={!canPublish}
        onClick={() => setDialog('now')}
      >
        <span>
          Publish
          {state.isPublished && <span className={isPhone ? 'visually-hidden' : undefined}> changes</span>}
        </span>
      </Button>
      {dialog !== null && (
        <PageDialogs dialog={dialog} editor={editor} afterDeletion={afterDeletion} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

interface MenuOptions extends StateActionsProps {
  isChanged: boolean;
  canPublish: boolean;
  open: (dialog: PageDialog) => void;
  removeUnseen: () => void;
}

function menuItems({ editor: { state }, isSmall, isChanged, canPublish, open, removeUnseen }: MenuOptions): MenuItem[] {
  return [
    ...(isSmall && state.isPublished
      ? [
          {
            key: 'view',
            label: 'View live page',
            icon: 'external-link' as const,
            onSelect: () => void window.open(pageAddress(state.live.name), '_blank', 'noopener'),
          },
        ]
      : []),
    {
      key: 'later',
      label: 'Publish at a time',
      icon: 'calendar-clock',
      disabled: !canPublish,
      onSelect: () => open('later'),
    },
    { key: 'share', label: 'Share draft', icon: 'link', onSelect: () => open('share') },
    {
      key: 'discard',
      label: 'Discard draft',
      icon: 'rotate-ccw',
      disabled: !isChanged,
      onSelect: () => open('discard'),
    },
    ...(state.isPublished && state.live.name !== HOME_PAGE
      ? [
          {
            key: 'unpublish',
            label: 'Unpublish',
            icon: 'eye-off' as const,
            divided: true,
            onSelect: () => open('unpublish'),
          },
        ]
      : []),
    state.live.name === HOME_PAGE
      ? HOME_IS_FIXED
      : { ...DELETE, onSelect: () => (state.isPublished ? open('delete') : removeUnseen()) },
  ];
}

interface PageDialogsProps {
  dialog: PageDialog;
  editor: PageEditing;
  afterDeletion: () => void;
  onClose: () => void;
}

function PageDialogs({ dialog, editor, afterDeletion, onClose }: PageDialogsProps) {
  const { state } = editor;
  return (
    <>
      {(dialog === 'now' || dialog === 'later') && (
        <PublishDialog editor={editor} isLater={dialog === 'later' || state.publishAt !== null} onClose={onClose} />
      )}
      {dialog === 'share' && <ShareDraftDialog id={editor.id} onClose={onClose} />}
      {dialog === 'discard' && <DiscardDialog editor={editor} onClose={onClose} />}
      {dialog === 'delete' && (
        <DeletePageDialog
          page={{ id: editor.id, title: editor.content.title || 'Untitled page' }}
          remove={(_, redirectTo) => editor.remove(redirectTo)}
          onClose={onClose}
          onDone={afterDeletion}
        />
      )}
      {dialog === 'unpublish' && (
        <UnpublishPageDialog
          page={{ id: editor.id, title: state.live.title }}
          unpublish={editor.unpublish}
          onClose={onClose}
          onDone={() => {
            onClose();
            showToast('The page is no longer visible');
          }}
        />
      )}
    </>
  );
}

function DiscardDialog({ editor, onClose }: Pick<PageDialogsProps, 'editor' | 'onClose'>) {
  const { run, isRunning, refusal } = useCommand(async () => {
    await editor.discard();
    onClose();
    showToast('The draft is discarded', { action: { label: 'Undo', onSelect: editor.undo } });
  });
  return (
    <Dialog
      role="alertdialog"
      title="Discard the draft?"
      width={460}
      refusal={refusal}
      answer={{ label: 'Discard draft', variant: 'danger', busy: isRunning, onAnswer: run }}
      onClose={onClose}
    >
      {editor.state.isPublished
        ? 'Visitors keep seeing the published page. Your unpublished changes are discarded.'
        : 'The page is reset to how it was created. Your changes are discarded.'}
    </Dialog>
  );
}
