import type { PageVersion, PageVersionInfo } from '../../../../../domain/calls/page-editor.ts';
import { callApi } from '../../../../app/callApi.ts';
import layout from '../../../../ui/layout.module.css';
import type { ListedVersion, VersionHistory } from '../../../editing/VersionList.tsx';
import { ChangesList, summarizeChanges } from './ChangesList.tsx';
import { isUnchanged } from './pageChanges.ts';
import type { PageEditing } from './usePageEditor.ts';

type Listed = ListedVersion & { number: number };

const KINDS: Readonly<Record<PageVersionInfo['kind'], string | undefined>> = {
  published: undefined,
  draft: 'a draft',
  setAside: 'a discarded draft',
};

/** Publications and the drafts in between. */
export function pageHistory(
  { id, state, versions, content, compare, restore }: PageEditing,
  onPreview: (version: PageVersion) => void,
): VersionHistory<Listed, PageVersion> {
  const latest = versions.find(({ kind }) => kind === 'published')?.number;
  return {
    versions: versions.map(({ number, kind, publishedAt, publishedBy }) => ({
      key: number,
      number,
      name: `Version ${number}`,
      kind: KINDS[kind],
      at: publishedAt,
      by: publishedBy,
      isCurrent: number === latest && state.isPublished,
    })),
    current: 'Visible now',
    empty:
      'A version is stored each time the page is published. Drafts are stored while you write, at most every ten minutes, and when someone else continues them.',
    queryKey: ['content', 'version', id],
    read: ({ number }) => callApi('GET /api/content/pages/:id/versions/:number', { params: { id, number } }),
    changes: (version) => {
      const changes = compare(version.content, content);
      return isUnchanged(changes) ? null : (
        <div className={layout.stack2}>
          <p>What the draft changed since then: {summarizeChanges(changes)}.</p>
          <ChangesList changes={changes} headingLevel={2} />
        </div>
      );
    },
    onPreview,
    restore: ({ number }) => restore(number),
  };
}
