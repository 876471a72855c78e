import { useQuery } from '@tanstack/react-query';
import { isUnchanged } from './pageChanges.ts';
import type { PageVersion, PageVersionInfo } from '../../../../../domain/calls/page-editor.ts';
import { QueryView } from '../../../../app/QueryView.tsx';
import { callApi } from '../../../../app/callApi.ts';
import layout from '../../../../ui/layout.module.css';
import { showToast } from '../../../../ui/toasts.ts';
import { VersionList } from '../../../editing/VersionList.tsx';
import { ChangesList, summarizeChanges } from './ChangesList.tsx';
import { usePageChanges } from './usePageChanges.ts';
import type { PageEditing } from './usePageEditor.ts';

const KINDS: Readonly<Record<PageVersionInfo['kind'], string>> = {
  published: '',
  draft: ', a draft',
  setAside: ', a draft set aside',
};

interface PageHistoryProps {
  editor: PageEditing;
  onPreview: (version: PageVersion) => void;
}

/** Publications and the drafts in between, newest first: each can be compared, previewed, or made the draft. */
export function PageHistory({ editor, onPreview }: PageHistoryProps) {
  const latest = editor.versions.find(({ kind }) => kind === 'published')?.number;
  return (
    <VersionList
      versions={editor.versions.map(({ number, kind, publishedAt, publishedBy }) => ({
        key: number,
        number,
        title: `Version ${number}${KINDS[kind]}`,
        at: publishedAt,
        by: publishedBy,
        isCurrent: number === latest && editor.state.isPublished,
      }))}
      current="Visible now"
      empty={{
        title: 'No versions yet',
        text: 'A version is stored each time the page is published. Drafts are stored while you write, at most every ten minutes, and when someone else continues them.',
      }}
      comparison={({ number }) =>
        () => <Comparison editor={editor} number={number} />}
      actions={[
        {
          label: 'Preview',
          icon: 'eye',
          run: async ({ number }) => onPreview(await readVersion(editor.id, number)),
        },
        {
          label: 'Restore as draft',
          icon: 'rotate-ccw',
          run: async ({ number }) => {
            if (await editor.restore(number)) showToast(`The draft is now version ${number}. Undo restores yours.`);
            else showToast('Someone else changed the page. Check it, then restore again.', { tone: 'warning' });
          },
        },
      ]}
    />
  );
}

function readVersion(id: number, number: number) {
  return callApi('GET /api/content/pages/:id/versions/:number', { params: { id, number } });
}

function Comparison({ editor, number }: { editor: PageEditing; number: number }) {
  const version = useQuery({
    queryKey: ['content', 'version', editor.id, number],
    queryFn: () => readVersion(editor.id, number),
    staleTime: Infinity,
  });
  return (
    <QueryView query={version} what="the version" lines={2}>
      {(data) => <Differences editor={editor} version={data} />}
    </QueryView>
  );
}

function Differences({ editor, version }: { editor: PageEditing; version: PageVersion }) {
  const changes = usePageChanges(version.content, editor.content, editor.types);
  return isUnchanged(changes) ? (
    <p>The draft is the same.</p>
  ) : (
    <div className={layout.stack2}>
      <p>What the draft changed since then: {summarizeChanges(changes)}.</p>
      <ChangesList changes={changes} headingLevel={2} />
    </div>
  );
}
