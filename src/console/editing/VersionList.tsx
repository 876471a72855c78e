import { formatInstant, formatInstantFully } from '../../../domain/values/formats.ts';
import { useId, useState, type ReactNode } from 'react';
import type { IconName } from '../../../domain/declarations/icons.ts';
import { toastRefusal, useCommand } from '../../app/useCommand.ts';
import { useModel } from '../../app/useModel.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import layout from '../../ui/layout.module.css';
import styles from './shell.module.css';

export interface ListedVersion {
  key: string | number;
  /** "Version 3, a draft" */
  title: string;
  /** The instant at which it was published or saved; null: unknown. */
  at: string | null;
  by?: string | null;
  /** Visitors see it, or it is in use. */
  isCurrent: boolean;
}

export interface VersionAction<Version> {
  label: string;
  icon?: IconName;
  disabled?: boolean;
  isOffered?: (version: Version) => boolean;
  run: (version: Version) => unknown;
}

interface VersionListProps<Version extends ListedVersion> {
  versions: readonly Version[];
  /** On the current version: "Visible now". */
  current: string;
  empty: { title: string; text: string };
  actions: readonly VersionAction<Version>[];
  /** What is compared: shown below the version by the button Compare. Null: this version has none. */
  comparison: (version: Version) => (() => ReactNode) | null;
}

/** The versions of a draft, newest first. Each can be compared, and be the start of the next one. */
export function VersionList<Version extends ListedVersion>({ empty, ...list }: VersionListProps<Version>) {
  if (list.versions.length === 0)
    return (
      <EmptyState icon="history" title={empty.title}>
        {empty.text}
      </EmptyState>
    );
  return (
    <ol className={styles.versions}>
      {list.versions.map((version) => (
        <VersionRow key={version.key} {...list} version={version} />
      ))}
    </ol>
  );
}

type RowProps<Version extends ListedVersion> = Omit<VersionListProps<Version>, 'versions' | 'empty'> & {
  version: Version;
};

function VersionRow<Version extends ListedVersion>(props: RowProps<Version>) {
  const { version, current, actions } = props;
  const { timezone } = useModel().site;
  const [isCompared, setIsCompared] = useState(false);
  const comparisonId = useId();
  const comparison = props.comparison(version);
  const { run, isRunning } = useCommand(async (action: VersionAction<Version>) => action.run(version), toastRefusal);
  const labelled = (label: string) => `${label}: ${version.title.charAt(0).toLowerCase()}${version.title.slice(1)}`;
  return (
    <li>
      <div className={styles.version}>
        <span>
          <strong>{version.title}</strong>
          {version.at !== null && (
            <span className={styles.quiet}>
              <time dateTime={version.at} title={formatInstantFully(version.at, timezone)}>
                {formatInstant(version.at, timezone)}
              </time>
              {version.by != null && <> by {version.by}</>}
            </span>
          )}
        </span>
        {version.isCurrent && (
          <Chip tone="green" icon="circle-check">
            {current}
          </Chip>
        )}
      </div>
      <div className={layout.toolbar2}>
        {comparison && (
          <Button
            size="small"
            aria-expanded={isCompared}
            aria-controls={comparisonId}
            aria-label={labelled('Compare')}
            onClick={() => setIsCompared(!isCompared)}
          >
            Compare
          </Button>
        )}
        {actions
          .filter(({ isOffered }) => isOffered?.(version) ?? true)
          .map((action) => (
            <Button
              key={action.label}
              size="small"
              {...(action.icon === undefined ? {} : { icon: action.icon })}
              disabled={action.disabled}
              busy={isRunning}
              aria-label={labelled(action.label)}
              onClick={() => void run(action)}
            >
              {action.label}
            </Button>
          ))}
      </div>
      <div id={comparisonId}>{isCompared && comparison?.()}</div>
    </li>
  );
}
