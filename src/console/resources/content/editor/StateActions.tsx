import { useState } from 'react';
import { HOME_PAGE, pageAddress } from '../../../../../domain/content/content.ts';
import { toastRefusal, useCommand } from '../../../../app/useCommand.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Menu } from '../../../../ui/Menu.tsx';
import type { MenuItem } from '../../../../ui/Menu.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import { ConfirmDialog } from '../../../engine/ConfirmDialog.tsx';
import { DELETE, HOME_IS_FIXED } from '../pageMenuItems.ts';
import { DeletePageDialog, UnpublishPageDialog } from '../RemovePageDialog.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { ShareDraftDialog } from './ShareDraftDialog.tsx';
import { useAfterDeletion } from './useAfterDeletion.ts';
import type { PageEditing } from './usePageEditor.ts';

type Asked = 'now' | 'later' | 'share' | 'discard' | 'unpublish' | 'delete' | null;

interface StateActionsProps {
  editor: PageEditing;
  isSmall: boolean;
  isPhone?: boolean;
}

/** The available actions on the page and its draft. */
export function StateActions({ editor, isSmall, isPhone = false }: StateActionsProps) {
  const { state, draft, undo, redo, canUndo, canRedo } = editor;
  const [asked, setAsked] = useState<Asked>(null);
  const isChanged = state.hasDraft || draft.kind !== 'saved';
  const canPublish = (isChanged || !state.isPublished) && draft.kind !== 'conflict';
  const size = isPhone ? 'small' : 'medium';
  const live = pageAddress(state.live.name);
  const items: MenuItem[] = [
    ...(isSmall && state.isPublished
      ? [
          {
            key: 'view',
            label: 'View live page',
            icon: 'external-link' as const,
            onSelect: () => void window.open(live, '_blank', 'noopener'),
          },
        ]
      : []),
    {
      key: 'later',
      label: 'Publish at a time',
      icon: 'calendar-clock',
      disabled: !canPublish,
      onSelect: () => setAsked('later'),
    },
    { key: 'share', label: 'Share draft', icon: 'link', onSelect: () => setAsked('share') },
    {
      key: 'discard',
      label: 'Discard draft',
      icon: 'rotate-ccw',
      disabled: !isChanged,
      onSelect: () => setAsked('discard'),
    },
    ...(state.isPublished && state.live.name !== HOME_PAGE
      ? [
          {
            key: 'unpublish',
            label: 'Unpublish',
            icon: 'eye-off' as const,
            divided: true,
            onSelect: () => setAsked('unpublish'),
          },
        ]
      : []),
    state.live.name === HOME_PAGE
      ? HOME_IS_FIXED
      : { ...DELETE, onSelect: () => (state.isPublished ? setAsked('delete') : void removeUnseen.run()) },
  ];
  const close = () => setAsked(null);
  const page = { id: editor.id, title: editor.content.title || 'Untitled page' };
  const afterDeletion = useAfterDeletion(page);
  /** Nobody has seen the page, so it is deleted at once, as in the list; Undo brings it back. */
  const removeUnseen = useCommand(async () => {
    await editor.remove(null);
    afterDeletion();
  }, toastRefusal);
  return (
    <>
      <IconButton icon="undo" label="Undo" size={size} disabled={!canUndo} onClick={undo} />
      <IconButton icon="redo" label="Redo" size={size} disabled={!canRedo} onClick={redo} />
      {state.isPublished && !isSmall && (
        <ButtonLink icon="external-link" to={live} target="_blank">
          View live page
        </ButtonLink>
      )}
      <Menu
        label="More for this page"
        align="end"
        items={items}
        trigger={(trigger) => <IconButton {...trigger} icon="ellipsis" variant="secondary" size={size} label="More" />}
      />
      <Button
        variant="primary"
        size={size}
        {...(isPhone ? {} : { icon: 'rocket' as const })}
        disabled={!canPublish}
        onClick={() => setAsked('now')}
      >
        <span>
          Publish
          {state.isPublished && <span className={isPhone ? 'visually-hidden' : undefined}> changes</span>}
        </span>
      </Button>
      {(asked === 'now' || asked === 'later') && (
        <PublishDialog editor={editor} isLater={asked === 'later' || state.publishAt !== null} onClose={close} />
      )}
      {asked === 'share' && <ShareDraftDialog id={editor.id} onClose={close} />}
      {asked === 'discard' && (
        <ConfirmDialog
          title="Discard the draft?"
          confirm="Discard draft"
          onClose={close}
          onConfirm={async () => {
            await editor.discard();
            close();
            showToast('The draft is discarded', { action: { label: 'Undo', onSelect: undo } });
          }}
        >
          {state.isPublished
            ? 'The page stays as visitors see it now; your unpublished changes go.'
            : 'The page goes back to how it was made; your changes go.'}
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <DeletePageDialog
          page={page}
          remove={(_, redirectTo) => editor.remove(redirectTo)}
          onClose={close}
          onDone={afterDeletion}
        />
      )}
      {asked === 'unpublish' && (
        <UnpublishPageDialog
          page={{ id: editor.id, title: state.live.title }}
          unpublish={editor.unpublish}
          onClose={close}
          onDone={() => {
            close();
            showToast('Visitors do not see the page any more');
          }}
        />
      )}
    </>
  );
}
