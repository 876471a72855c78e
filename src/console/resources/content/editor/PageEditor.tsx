import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type {
  CardTypeInfo,
  PageEditor as OpenedPage,
  PageVersion,
} from '../../../../../domain/content/page-content.ts';
import { classNames } from '../../../../ui/classNames.ts';
import { Page } from '../../../../ui/Page.tsx';
import { Tabs } from '../../../../ui/Tabs.tsx';
import { useMedia } from '../../../../ui/useMedia.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EditorBanners } from './EditorBanners.tsx';
import { HistoryPane } from './HistoryPane.tsx';
import { OtherEditors } from './OtherEditors.tsx';
import { sharedSection } from './editorNames.ts';
import { SectionForm } from './SectionForm.tsx';
import { SectionList } from './SectionList.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import type { PublishFault } from './publishFaults.ts';
import { StateActions } from './StateActions.tsx';
import { PageStateChip } from '../PageStateChip.tsx';
import { DraftStatus, PageStatus } from './PageStatus.tsx';
import { usePageEditor } from './usePageEditor.ts';
import { useSectionFocus } from './useSectionFocus.ts';
import { usePresence } from './usePresence.ts';
import { useSelectedSection } from './useSelectedSection.ts';
import styles from './editor.module.css';

interface PageEditorProps {
  opened: OpenedPage;
  types: readonly CardTypeInfo[];
  back: { to: string; label: string };
}

/** The sections of a page, the selected section's form, and a preview: side by side, or one at a time on small screens. */
export function PageEditor({ opened, types, back }: PageEditorProps) {
  const editor = usePageEditor(opened, types);
  const { content, state, draft } = editor;
  const isNarrow = useMedia('below-full');
  const isSmall = useMedia('below-large');
  const isPhone = useMedia('below-medium');
  const selection = useSelectedSection(content, isSmall);
  const [tab, setTab] = useState('edit');
  const [isLarge, setIsLarge] = useState(false);
  const [shown, setShown] = useState<PageVersion | null>(null);
  const focus = useSectionFocus(selection.section);
  const { others, version, reportedAt } = usePresence(opened.page.id, sharedSection(selection.section, content.cards));
  const { notice } = editor;
  useEffect(() => {
    if (version !== null) notice(version);
    // The same version again, when it could not be taken over the last time.
  }, [version, reportedAt, notice]);
  useAddressOf(state.live.name, opened.page.name);

  const show = () => {
    setTab('edit');
    setIsLarge(false);
  };
  const select = (section: string | null, row?: string) => {
    selection.select(section);
    show();
    if (row !== undefined) focus.toRow(row, section);
  };
  const look = (version: PageVersion) => {
    setShown(version);
    setTab('preview');
  };
  const goToFault = (fault: PublishFault) => {
    // Any navigation scrolls to the top, even one to the current address.
    if (fault.section === selection.section) show();
    else select(fault.section);
    focus.toFault(fault);
  };
  const sections = <SectionList editor={editor} others={others} selected={selection.section} onSelect={select} />;
  const form =
    selection.section === null ? null : (
      <SectionForm
        key={selection.section}
        editor={editor}
        section={selection.section}
        onSelect={select}
        {...(isSmall ? { onBack: () => select(null) } : {})}
      />
    );
  const edit = {
    key: 'edit',
    label: 'Edit',
    content: isSmall ? (
      (form ?? sections)
    ) : (
      <div className={styles.two}>
        {sections}
        {form}
      </div>
    ),
  };
  const beside = [
    {
      key: 'preview',
      label: 'Preview',
      content: (
        <PreviewPane
          editor={editor}
          selected={selection.section}
          shown={shown}
          isLarge={isLarge}
          onSelect={select}
          onLeave={() => setShown(null)}
          {...(isNarrow ? {} : { onLarge: setIsLarge })}
        />
      ),
    },
    {
      key: 'history',
      label: `History (${editor.versions.length})`,
      content: <HistoryPane editor={editor} onLook={look} />,
    },
  ];
  return (
    <Page
      width="full"
      isHeadSticky
      title={content.title || 'Untitled page'}
      back={back}
      aside={
        <span className={styles.stateWords}>
          {isPhone ? <PageStateChip {...state} /> : <PageStatus editor={editor} />}
          <OtherEditors others={others} content={content} types={types} />
        </span>
      }
      {...(isPhone
        ? {
            bar: (
              <div className={styles.phoneBar}>
                <DraftStatus editor={editor} />
                <StateActions editor={editor} isSmall isPhone />
              </div>
            ),
          }
        : { actions: <StateActions editor={editor} isSmall={isSmall} /> })}
    >
      <EditorBanners editor={editor} onFault={goToFault} />
      {isNarrow ? (
        <Tabs label="The page" selected={tab} onSelect={setTab} tabs={[edit, ...beside]} />
      ) : (
        <div className={classNames(styles.three, isLarge && styles.large)}>
          {!isLarge && sections}
          {!isLarge && form}
          <div className={styles.side}>
            <Tabs label="Beside the form" selected={tab === 'edit' ? 'preview' : tab} onSelect={setTab} tabs={beside} />
          </div>
        </div>
      )}
      {isLarge && (
        <p className="visually-hidden" role="status">
          The preview takes all the room. Choose a card in it, or Smaller, to go on editing.
        </p>
      )}
      {draft.kind === 'conflict' && editor.conflicts.length > 0 && (
        <ConflictDialog key={draft.theirs.version} editor={editor} theirs={draft.theirs} />
      )}
    </Page>
  );
}

/** Updates the address once the page has been renamed, because the old one would not be found. */
function useAddressOf(name: string, openedAs: string): void {
  const navigate = useNavigate();
  const known = useRef(openedAs);
  useEffect(() => {
    if (known.current === name) return;
    known.current = name;
    void navigate(`/content/managecards/${encodeURIComponent(name)}${window.location.search}`, { replace: true });
  }, [name, navigate]);
}
