import { useState, type ReactNode } from 'react';
import { classNames } from '../../ui/classNames.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { usePageLook } from '../../app/theme/pageLook.ts';
import { Page, type PageProps } from '../../ui/Page.tsx';
import { Tabs, type Tab } from '../../ui/Tabs.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import styles from './shell.module.css';

const EDIT = 'edit';

/** Which pane of an editor is open, and whether the preview takes the whole page. */
export function useEditorPanes() {
  const isNarrow = useMedia('below-full');
  const [open, setOpen] = useState(EDIT);
  const [isLarge, setIsLarge] = useState(false);
  return {
    open,
    show: setOpen,
    showEdit: () => {
      setOpen(EDIT);
      setIsLarge(false);
    },
    isNarrow,
    isLarge: isLarge && !isNarrow,
    setIsLarge,
  };
}

export type EditorPanes = ReturnType<typeof useEditorPanes>;

interface Steps {
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
}

export interface EditorShellProps {
  title: string;
  back: NonNullable<PageProps['back']>;
  lead?: ReactNode;
  /** Names the tabs where one pane is shown at a time: "The form". */
  label: string;
  panes: EditorPanes;
  /** The state of the record, next to its title. */
  state?: ReactNode;
  status?: ReactNode;
  steps?: Steps;
  actions: ReactNode;
  banners?: ReactNode;
  edit: Omit<Tab, 'key'>;
  /** Shown next to the edited content: preview, history. */
  side: readonly Tab[];
  /** On narrow screens the panes are below each other, rather than one at a time. */
  isStacked?: boolean;
  /** The columns on a wide screen. Default: two equal ones. */
  columns?: string | undefined;
  children?: ReactNode;
}

/** The page of an editor: head with save state, undo and actions; the edited content next to its preview and history. */
export function EditorShell(props: EditorShellProps) {
  const { title, back, lead, label, panes, state, status, actions, banners, edit, side, isStacked = false } = props;
  usePageLook({ record: title });
  const isPhone = useMedia('below-medium');
  const tools = (
    <>
      {props.steps && <StepButtons {...props.steps} isSmall={isPhone} />}
      {actions}
    </>
  );
  const tabs = [{ key: EDIT, ...edit }, ...side];
  return (
    <Page
      isHeadSticky
      title={title}
      back={back}
      lead={lead}
      aside={
        <span className={styles.state}>
          {state}
          {!isPhone && status}
        </span>
      }
      {...(isPhone ? { bar: <PhoneBar status={status}>{tools}</PhoneBar> } : { actions: tools })}
    >
      {banners !== undefined && <div className={styles.banners}>{banners}</div>}
      {panes.isNarrow && !isStacked ? (
        <Tabs label={label} selected={panes.open} onSelect={panes.show} tabs={tabs} />
      ) : (
        <div className={classNames(styles.columns, props.columns, panes.isLarge && styles.large)}>
          {!panes.isLarge && edit.content}
          <div className={styles.side}>
            <Tabs
              label="Side panel"
              selected={panes.open === EDIT ? (side[0]?.key ?? '') : panes.open}
              onSelect={panes.show}
              tabs={side}
            />
          </div>
        </div>
      )}
      {props.children}
    </Page>
  );
}

function StepButtons({ undo, redo, canUndo, canRedo, isSmall }: Steps & { isSmall: boolean }) {
  const size = isSmall ? 'small' : 'medium';
  return (
    <>
      <IconButton icon="undo" label="Undo" size={size} disabled={!canUndo} onClick={undo} />
      <IconButton icon="redo" label="Redo" size={size} disabled={!canRedo} onClick={redo} />
    </>
  );
}

function PhoneBar({ status, children }: { status: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.phoneBar}>
      {status}
      {children}
    </div>
  );
}
