import { useQuery, type QueryKey } from '@tanstack/react-query';
import { formatInstant, formatInstantFully } from '../../../domain/values/formats.ts';
import { useId, useState, type ReactNode } from 'react';
import type { IconName } from '../../../domain/declarations/icons.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { toastRefusal, useCommand } from '../../app/useCommand.ts';
import { useModel } from '../../app/useModel.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { showToast } from '../../ui/toasts.ts';
import layout from '../../ui/layout.module.css';
import styles from './shell.module.css';

export interface ListedVersion {
  key: string | number;
  /** "Version 3" */
  name: string;
  /** After its name: "a draft". */
  kind?: string | undefined;
  /** The instant at which it was published or saved; null: unknown. */
  at: string | null;
  by?: string | null;
  /** Visitors see it, or it is in use. */
  isCurrent: boolean;
}

export interface VersionHistory<Version extends ListedVersion, Content> {
  versions: readonly Version[];
  /** On the current version: "Visible now". */
  current: string;
  /** Where there are none: when one is stored. */
  empty: string;
  /** Of the contents, by the key of their version. */
  queryKey: QueryKey;
  read: (version: Version) => Promise<Content>;
  /** What the draft changed since then; null: nothing. */
  changes: (content: Content) => ReactNode;
  onPreview?: (content: Content) => void;
  /** Makes it the draft, which Undo takes back. False where someone else's change came first. Absent for readers. */
  restore?: ((version: Version) => Promise<boolean>) | undefined;
}

/** The versions of a draft, newest first. Each can be compared, previewed and restored. */
export function VersionList<Version extends ListedVersion, Content>(history: VersionHistory<Version, Content>) {
  const { versions, empty } = history;
  if (versions.length === 0)
    return (
      <EmptyState icon="history" title="No versions yet">
        {empty}
      </EmptyState>
    );
  return (
    <ol className={styles.versions}>
      {versions.map((version) => (
        <VersionRow key={version.key} {...history} version={version} />
      ))}
    </ol>
  );
}

type RowProps<Version extends ListedVersion, Content> = VersionHistory<Version, Content> & { version: Version };

function VersionRow<Version extends ListedVersion, Content>(props: RowProps<Version, Content>) {
  const { version, current, read, onPreview, restore } = props;
  const { name, kind, at, by, isCurrent } = version;
  const { timezone } = useModel().site;
  const [isCompared, setIsCompared] = useState(false);
  const comparisonId = useId();
  const { run, isRunning } = useCommand(async (action: () => Promise<void>) => action(), toastRefusal);
  const labelled = (label: string) => `${label}: ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const actionButton = (label: string, icon: IconName, action: () => Promise<void>) => (
    <Button size="small" icon={icon} busy={isRunning} aria-label={labelled(label)} onClick={() => void run(action)}>
      {label}
    </Button>
  );
  return (
    <li>
      <div className={styles.version}>
        <span>
          <strong>
            {name}
            {kind !== undefined && `, ${kind}`}
          </strong>
          {at !== null && (
            <span className={styles.quiet}>
              <time dateTime={at} title={formatInstantFully(at, timezone)}>
                {formatInstant(at, timezone)}
              </time>
              {by != null && <> by {by}</>}
            </span>
          )}
        </span>
        {isCurrent && (
          <Chip tone="green" icon="circle-check">
            {current}
          </Chip>
        )}
      </div>
      <div className={layout.toolbar2}>
        <Button
          size="small"
          aria-expanded={isCompared}
          aria-controls={comparisonId}
          aria-label={labelled('Compare')}
          onClick={() => setIsCompared(!isCompared)}
        >
          Compare
        </Button>
        {onPreview && actionButton('Preview', 'eye', async () => onPreview(await read(version)))}
        {restore &&
          actionButton('Restore as draft', 'rotate-ccw', async () => {
            if (await restore(version)) showToast(`${name} is now the draft. Undo restores yours.`);
            else showToast('Someone else made changes. Check them, then restore again.', { tone: 'warning' });
          })}
      </div>
      <div id={comparisonId}>{isCompared && <Comparison {...props} />}</div>
    </li>
  );
}

function Comparison<Version extends ListedVersion, Content>(props: RowProps<Version, Content>) {
  const { queryKey, version, read, changes } = props;
  const content = useQuery({
    queryKey: [...queryKey, version.key],
    queryFn: async () => ({ content: await read(version) }),
    staleTime: Infinity,
  });
  return (
    <QueryView query={content} what="the version" lines={2}>
      {(stored) => changes(stored.content) ?? <p>The draft is the same.</p>}
    </QueryView>
  );
}
