import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type {
  CardTypeInfo,
  PageEditor as OpenedPage,
  PagePresence,
  PageVersion,
} from '../../../../../domain/calls/page-editor.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { useMedia } from '../../../../ui/useMedia.ts';
import { EditorShell, useEditorPanes } from '../../../editing/EditorShell.tsx';
import { PageStateChip } from '../PageStateChip.tsx';
import { EditorBanners } from './EditorBanners.tsx';
import { describeOthers, sharedSection } from './editorNames.ts';
import { pageConflict } from './pageConflict.tsx';
import { pageHistory } from './pageHistory.tsx';
import { PagePreview } from './PagePreview.tsx';
import type { PublishFault } from './publishFaults.ts';
import { SectionForm } from './SectionForm.tsx';
import { SectionList } from './SectionList.tsx';
import { StateActions } from './StateActions.tsx';
import { usePageEditor, type PageEditing } from './usePageEditor.ts';
import { usePresence } from './usePresence.ts';
import { useSectionFocus } from './useSectionFocus.ts';
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
  const panes = useEditorPanes();
  const isSmall = useMedia('below-large');
  const layoutClass = isSmall ? undefined : panes.isNarrow ? styles.two : styles.beside;
  const sections = useSections(editor, panes.showEdit, isSmall);
  const [version, setVersion] = useState<PageVersion | null>(null);
  const others = useOtherEditors(editor, sections.selected);
  useRenamedAddress(state.live.name, opened.page.name);
  const list = <SectionList editor={editor} others={others} selected={sections.selected} onSelect={sections.select} />;
  const form =
    sections.selected === null ? null : (
      <SectionForm
        key={sections.selected}
        editor={editor}
        section={sections.selected}
        onSelect={sections.select}
        {...(isSmall ? { onBack: () => sections.select(null) } : {})}
      />
    );
  // The same elements in each layout: a tablet that is turned loses nothing typed.
  const both = (
    <div className={layoutClass}>
      {(!isSmall || form === null) && list}
      {form}
    </div>
  );
  return (
    <EditorShell
      noun="page"
      panes={panes}
      title={content.title || 'Untitled page'}
      back={back}
      state={<PageState editor={editor} others={others} />}
      editing={editor}
      status={{ untouched: unchangedText(state) }}
      actions={(size) => <StateActions editor={editor} isSmall={isSmall} size={size} />}
      banners={<EditorBanners editor={editor} onFault={sections.goToFault} />}
      columns={styles.three}
      edit={{
        label: 'Edit',
        content: both,
      }}
      preview={
        <PagePreview
          editor={editor}
          selected={sections.selected}
          version={version}
          onSelect={sections.select}
          onLeave={() => setVersion(null)}
        />
      }
      history={pageHistory(editor, (chosen) => {
        setVersion(chosen);
        panes.show('preview');
      })}
      conflict={draft.kind === 'conflict' ? pageConflict(editor, draft.theirs) : null}
    />
  );
}

/** The selected section, and the ways to select another one and to reach a fault. */
function useSections({ content }: PageEditing, showEdit: () => void, canBeNone: boolean) {
  const { section: selected, select: choose } = useSelectedSection(content, canBeNone);
  const focus = useSectionFocus(selected);
  const select = (section: string | null, row?: string) => {
    choose(section);
    showEdit();
    if (row !== undefined) focus.toRow(row, section);
  };
  const goToFault = (fault: PublishFault) => {
    // Any navigation scrolls to the top, even one to the current address.
    if (fault.section === selected) showEdit();
    else select(fault.section);
    focus.toFault(fault);
  };
  return { selected, select, goToFault };
}

/** Who else edits the page. Reports of a newer version on the server are passed to the editor. */
function useOtherEditors({ id, content, onServerVersion }: PageEditing, selected: string | null) {
  const { others, version, reportedAt } = usePresence(id, sharedSection(selected, content.cards));
  useEffect(() => {
    if (version !== null) void onServerVersion(version);
    // The same version again, if it could not be loaded the last time.
  }, [version, reportedAt, onServerVersion]);
  return others;
}

interface PageStateProps {
  editor: PageEditing;
  others: PagePresence['others'];
}

function PageState({ editor: { state, content, types }, others }: PageStateProps) {
  return (
    <>
      <PageStateChip {...state} />
      <span role="status" aria-label="Other people editing this page" className={styles.others}>
        {describeOthers(others, content, types).map((text) => (
          <span key={text}>
            <Icon name="users" size={16} />
            {text}
          </span>
        ))}
      </span>
    </>
  );
}

function unchangedText({ hasDraft, isPublished }: PageEditing['state']): string {
  if (hasDraft) return 'Draft saved';
  return isPublished ? 'No unpublished changes' : 'No changes yet';
}

/** Updates the address after the page was renamed, because the old one would not be found. */
function useRenamedAddress(name: string, openedAs: string): void {
  const navigate = useNavigate();
  const known = useRef(openedAs);
  useEffect(() => {
    if (known.current === name) return;
    known.current = name;
    void navigate(`/content/managecards/${encodeURIComponent(name)}${window.location.search}`, { replace: true });
  }, [name, navigate]);
}
