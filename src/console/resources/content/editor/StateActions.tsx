import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ClientResource } from '../../../../../domain/declarations/client-model.ts';
import { HOME_PAGE, pageAddress } from '../../../../../domain/content/content.ts';
import { useResource } from '../../../../app/useResources.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Menu } from '../../../../ui/Menu.tsx';
import type { MenuItem } from '../../../../ui/Menu.tsx';
import { itemOf } from '../../../../actions/ActionBar.tsx';
import { useAvailableActions } from '../../../../actions/resourceActions.ts';
import type { ToolSize } from '../../../editing/EditorShell.tsx';
import { useDraftActions } from '../../../editing/useDraftActions.ts';
import { HOME_IS_FIXED } from '../manage/pageMenuItems.ts';
import { PublishDialog } from './PublishDialog.tsx';
import { ShareDraftDialog } from './ShareDraftDialog.tsx';
import type { PageEditing } from './usePageEditor.ts';

type PageDialog = 'now' | 'later' | 'share';

interface StateActionsProps {
  editor: PageEditing;
  isSmall: boolean;
  size: ToolSize;
}

/** The available actions on the page and its draft. */
export function StateActions(props: StateActionsProps) {
  const pages = useResource('pages');
  return pages && <Actions pages={pages} {...props} />;
}

function Actions({ pages, editor, isSmall, size }: StateActionsProps & { pages: ClientResource }) {
  const { state, draft } = editor;
  const isPhone = size === 'small';
  const [dialog, setDialog] = useState<PageDialog | null>(null);
  const close = () => setDialog(null);
  const isChanged = state.hasDraft || draft.kind !== 'saved';
  const canPublish = (isChanged || !state.isPublished) && draft.kind !== 'conflict';
  const live = pageAddress(state.live.name);
  const actions = usePageActions(pages, editor);
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
          canPublish,
          open: setDialog,
          actions: actions.items,
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
      {dialog === 'share' && <ShareDraftDialog id={editor.id} onClose={close} />}
      {(dialog === 'now' || dialog === 'later') && (
        <PublishDialog editor={editor} isLater={dialog === 'later' || state.publishAt !== null} onClose={close} />
      )}
      {actions.dialog}
    </>
  );
}

/** The page's declared actions, beside publishing, which the editor does with the draft as it is seen here. They follow what is saved. */
function usePageActions(pages: ClientResource, editor: PageEditing) {
  const navigate = useNavigate();
  const { id, state, saver } = editor;
  const version = `${state.isPublished} ${state.hasDraft}`;
  const available = useAvailableActions(pages, 'page', [id], [{ id, version }]);
  // The line may be cut just now; the action has run, and what is saved next is compared with the page as it is then.
  const adopt = () => void editor.adopt().catch(() => undefined);
  const { start, dialog } = useDraftActions(pages, saver, {
    onUndone: adopt,
    undo: editor.undo,
    onDone: ({ replaces }) => {
      if (replaces !== 'delete') return adopt();
      saver.stop();
      void navigate('/content/manage');
    },
  });
  const items = available
    .filter(({ action }) => action.name !== 'publish')
    .map((started) => itemOf(started, () => start(() => started)));
  return { items, dialog };
}

interface MenuOptions extends Omit<StateActionsProps, 'size'> {
  canPublish: boolean;
  open: (dialog: PageDialog) => void;
  actions: readonly MenuItem[];
}

function menuItems({ editor: { state }, isSmall, canPublish, open, actions }: MenuOptions): MenuItem[] {
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
      label: 'Schedule publication',
      icon: 'calendar-clock',
      disabled: !canPublish,
      onSelect: () => open('later'),
    },
    { key: 'share', label: 'Share draft', icon: 'link', onSelect: () => open('share') },
    ...actions.map((item, index) => ({ ...item, divided: index === 0 })),
    ...(state.live.name === HOME_PAGE ? [HOME_IS_FIXED] : []),
  ];
}
