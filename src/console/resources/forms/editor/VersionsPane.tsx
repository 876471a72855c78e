import { toastRefusal, useCommand } from '../../../../app/useCommand.ts';
import { useModel } from '../../../../app/useModel.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Chip } from '../../../../ui/Chip.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import { formatInstant, formatInstantFully } from '../../../values/formats.ts';
import { versionSchema } from '../formCalls.ts';
import type { VersionRow } from '../formCalls.ts';
import type { FormEditor } from './useFormEditor.ts';
import styles from './editor.module.css';

/** Published versions, newest first. Each can be the starting point of the next version. */
export function VersionsPane({ editor, versions }: { editor: FormEditor; versions: VersionRow[] }) {
  const { timezone } = useModel().site;
  const { run, runningWith } = useCommand(async ({ id, number }: VersionRow) => {
    editor.edit(await versionSchema(id));
    showToast(`The draft is version ${number} now. Undo brings yours back.`);
  }, toastRefusal);
  if (versions.length === 0) {
    return (
      <EmptyState icon="history" title="Nothing is published yet" headingLevel={3}>
        Each publishing keeps the form as it was then.
      </EmptyState>
    );
  }
  return (
    <ol className={styles.versions}>
      {versions.map((version, index) => (
        <li key={version.id}>
          <span>
            <strong>Version {version.number}</strong>
            <time dateTime={version.publishedAt} title={formatInstantFully(version.publishedAt, timezone)}>
              {formatInstant(version.publishedAt, timezone)}
            </time>
          </span>
          {index === 0 && (
            <Chip tone="green" icon="circle-check">
              Offered now
            </Chip>
          )}
          <Button size="small" busy={runningWith?.[0].id === version.id} onClick={() => void run(version)}>
            Edit from here
          </Button>
        </li>
      ))}
    </ol>
  );
}
