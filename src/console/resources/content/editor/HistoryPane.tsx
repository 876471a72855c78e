import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isUnchanged } from './pageChanges.ts';
import type { PageVersion, PageVersionInfo } from '../../../../../domain/content/page-content.ts';
import { toastRefusal, useCommand } from '../../../../app/useCommand.ts';
import { useModel } from '../../../../app/useModel.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Chip } from '../../../../ui/Chip.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { Loading } from '../../../../ui/Loading.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import { formatInstant, formatInstantFully } from '../../../values/formats.ts';
import { pageVersion } from '../pageCalls.ts';
import { ChangesList, summaryOf } from './ChangesList.tsx';
import { usePageChanges } from './usePageChanges.ts';
import type { PageEditing } from './usePageEditor.ts';
import layout from '../../../../ui/layout.module.css';
import styles from './editor.module.css';

interface HistoryPaneProps {
  editor: PageEditing;
  onLook: (version: PageVersion) => void;
}

const KINDS: Readonly<Record<PageVersionInfo['kind'], string>> = {
  published: '',
  draft: ', a draft',
  setAside: ', a draft set aside',
};

/** What was published and the drafts in between, newest first: each can be compared, previewed, or made the draft. */
export function HistoryPane({ editor, onLook }: HistoryPaneProps) {
  if (editor.versions.length === 0) {
    return (
      <EmptyState icon="history" title="No versions yet">
        Each publishing keeps the page as it was then, and drafts are kept while they are written: at most every ten
        minutes, and when somebody else goes on with them.
      </EmptyState>
    );
  }
  const latest = editor.versions.find(({ kind }) => kind === 'published')?.number;
  return (
    <ol className={styles.versions}>
      {editor.versions.map((version) => (
        <VersionRow
          key={version.number}
          editor={editor}
          version={version}
          isLive={version.number === latest && editor.state.isPublished}
          onLook={onLook}
        />
      ))}
    </ol>
  );
}

function VersionRow({
  editor,
  version,
  isLive,
  onLook,
}: HistoryPaneProps & { version: PageVersionInfo; isLive: boolean }) {
  const { timezone } = useModel().site;
  const [isCompared, setIsCompared] = useState(false);
  const changesId = useId();
  const look = useCommand(async () => onLook(await pageVersion(editor.id, version.number)), toastRefusal);
  const restore = useCommand(async () => {
    if (await editor.restore(version.number))
      showToast(`The draft is version ${version.number} now. Undo brings yours back.`);
    else showToast('Somebody else changed the page meanwhile. Look at it, then restore again.', { tone: 'warning' });
  }, toastRefusal);
  const isBusy = look.isRunning || restore.isRunning;
  return (
    <li>
      <div className={styles.version}>
        <span className={styles.versionWords}>
          <strong>
            Version {version.number}
            {KINDS[version.kind]}
          </strong>
          <span>
            <time dateTime={version.publishedAt} title={formatInstantFully(version.publishedAt, timezone)}>
              {formatInstant(version.publishedAt, timezone)}
            </time>
            {version.publishedBy !== null && <> by {version.publishedBy}</>}
          </span>
        </span>
        {isLive && (
          <Chip tone="green" icon="circle-check">
            Visible now
          </Chip>
        )}
      </div>
      <div className={layout.toolbar2}>
        <Button
          size="small"
          aria-expanded={isCompared}
          aria-controls={changesId}
          aria-label={`Compare: version ${version.number}`}
          onClick={() => setIsCompared(!isCompared)}
        >
          Compare
        </Button>
        <Button
          size="small"
          icon="eye"
          busy={isBusy}
          aria-label={`Look at it: version ${version.number}`}
          onClick={() => void look.run()}
        >
          Look at it
        </Button>
        <Button
          size="small"
          icon="rotate-ccw"
          busy={isBusy}
          aria-label={`Restore as draft: version ${version.number}`}
          onClick={() => void restore.run()}
        >
          Restore as draft
        </Button>
      </div>
      <div id={changesId}>{isCompared && <Comparison editor={editor} number={version.number} />}</div>
    </li>
  );
}

function Comparison({ editor, number }: { editor: PageEditing; number: number }) {
  const { data, error } = useQuery({
    queryKey: ['content', 'version', editor.id, number],
    queryFn: () => pageVersion(editor.id, number),
    staleTime: Infinity,
  });
  if (error) return <p className={styles.quiet}>{error.message}</p>;
  if (!data) return <Loading lines={2} />;
  return <Differences editor={editor} version={data} />;
}

function Differences({ editor, version }: { editor: PageEditing; version: PageVersion }) {
  const changes = usePageChanges(version.content, editor.content, editor.types);
  return isUnchanged(changes) ? (
    <p className={styles.quiet}>The draft is the same.</p>
  ) : (
    <div className={layout.stack2}>
      <p className={styles.quiet}>What the draft changed since then: {summaryOf(changes)}.</p>
      <ChangesList changes={changes} headingLevel={2} />
    </div>
  );
}
