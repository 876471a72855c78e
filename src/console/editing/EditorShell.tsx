import { createContext, use, useState, type ReactNode } from 'react';
import { classNames } from '../../ui/classNames.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { usePageLook } from '../../app/pageLook.ts';
import { Page, type PageProps } from '../../ui/Page.tsx';
import { Tabs, type Tab } from '../../ui/Tabs.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { ConflictDialog, type DraftConflict } from './ConflictDialog.tsx';
import type { DraftState } from './DraftSaver.ts';
import { SaveStatus, type SaveStatusTexts } from './SaveStatus.tsx';
import { VersionList, type ListedVersion, type VersionHistory } from './VersionList.tsx';
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

const PanesContext = createContext<EditorPanes | null>(null);

/** Null outside of an editor. */
export function useShownPanes(): EditorPanes | null {
  return use(PanesContext);
}

export interface EditorShellProps<Version extends ListedVersion, Content> {
  /** "form" */
  noun: string;
  title: string;
  back: NonNullable<PageProps['back']>;
  lead?: ReactNode;
  panes: EditorPanes;
  /** The state of the record, next to its title. */
  state?: ReactNode;
  /** The edited draft (`useDraftEditing`); null: the record can only be read. */
  editing: Editing | null;
  status: SaveStatusTexts;
  actions: (size: ToolSize) => ReactNode;
  banners?: ReactNode;
  edit: Omit<Tab, 'key'>;
  preview: ReactNode;
  history: VersionHistory<Version, Content>;
  conflict: DraftConflict | null;
  /** On narrow screens the panes are below each other, rather than one at a time. */
  isStacked?: boolean;
  /** The columns on a wide screen. Default: two equal ones. */
  columns?: string | undefined;
  /** Dialogs. */
  children?: ReactNode;
}

/** Small on phones. */
export type ToolSize = 'small' | 'medium';

interface Editing {
  draft: DraftState<unknown>;
  retry: (() => void) | undefined;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
}

/** The page of a draft: head with save state, undo and actions; the edited content next to its preview and history. */
export function EditorShell<Version extends ListedVersion, Content>(props: EditorShellProps<Version, Content>) {
  const { noun, title, back, lead, panes, state, editing, actions, banners, conflict } = props;
  usePageLook({ record: title });
  const isPhone = useMedia('below-medium');
  const size = isPhone ? 'small' : 'medium';
  const status = editing && <SaveStatus draft={editing.draft} onRetry={editing.retry} {...props.status} />;
  const tools = (
    <>
      {editing && <StepButtons {...editing} size={size} />}
      {actions(size)}
    </>
  );
  return (
    <PanesContext value={panes}>
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
        <Panes {...props} />
        {conflict && <ConflictDialog key={conflict.version} noun={noun} {...conflict} />}
        {props.children}
      </Page>
    </PanesContext>
  );
}

type PanesProps<Version extends ListedVersion, Content> = Pick<
  EditorShellProps<Version, Content>,
  'noun' | 'panes' | 'edit' | 'preview' | 'history' | 'isStacked' | 'columns'
>;

/** One tree in each layout, so that a tablet that is turned loses nothing typed. */
function Panes<Version extends ListedVersion, Content>(props: PanesProps<Version, Content>) {
  const { noun, panes, edit, history, isStacked = false } = props;
  const edited: Tab = { key: EDIT, isAlwaysMounted: true, ...edit };
  const others: Tab[] = [
    { key: 'preview', label: 'Preview', content: props.preview },
    { key: 'history', label: `History (${history.versions.length})`, content: <VersionList {...history} /> },
  ];
  const side = (
    <div className={styles.side}>
      <Tabs
        label="Side panel"
        selected={panes.open === EDIT ? 'preview' : panes.open}
        onSelect={panes.show}
        tabs={others}
      />
    </div>
  );
  const isTabbed = panes.isNarrow && !isStacked;
  return (
    <Tabs
      label={`The ${noun}`}
      selected={panes.open}
      onSelect={panes.show}
      tabs={isTabbed ? [edited, ...others] : [edited, { key: 'side', label: '', content: side }]}
      beside={isTabbed ? null : classNames(styles.columns, props.columns, panes.isLarge && styles.large)}
    />
  );
}

function StepButtons({ undo, redo, canUndo, canRedo, size }: Editing & { size: ToolSize }) {
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
