import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { IconName } from '../../../domain/declarations/icons.ts';
import { actionText } from '../../../domain/declarations/actions.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Timeline, TimelineEntry } from '../../ui/Timeline.tsx';
import { showToast } from '../../ui/toasts.ts';
import { dataProvider } from '../engine/dataProvider.ts';
import type { HistoryEntry } from '../../../domain/calls/rows.ts';
import { isDeleted } from '../engine/deleted.ts';
import { WHOLE } from '../engine/wholeRecord.ts';
import { sameValue } from '../engine/recordChanges.ts';
import { Instant } from '../values/FieldValue.tsx';
import { Change } from './Change.tsx';
import styles from './show.module.css';
import { QueryView } from '../../app/QueryView.tsx';

const AT_ONCE = 20;
/** Initial values beyond this number are collapsed. */
const FEW = 3;

/** The history of a record, newest last, with values before and after; each change can be reverted per field. */
export function History({ resource, row }: { resource: ClientResource; row: Row }) {
  const id = row['id'] as string | number;
  const history = useInfiniteQuery({
    queryKey: [resource.name, 'history', String(id)],
    queryFn: ({ pageParam, signal }) =>
      dataProvider.history(resource.name, id, [pageParam, pageParam + AT_ONCE - 1], {
        deleted: isDeleted(row),
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((count, page) => count + page.entries.length, 0);
      return last.entries.length > 0 && shown < last.total ? shown : undefined;
    },
    staleTime: 0,
    retry: false,
  });
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = history;
  return (
    <Card title="History">
      <QueryView query={history} what="the history" lines={3}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries).toReversed();
          return (
            <>
              {hasNextPage && (
                <Button size="small" icon="history" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  Show earlier changes
                </Button>
              )}
              {entries.length === 0 && <p className={styles.quiet}>No changes yet.</p>}
              <Timeline>
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} resource={resource} row={row} />
                ))}
              </Timeline>
            </>
          );
        }}
      </QueryView>
    </Card>
  );
}

const ACTION_TEXTS: Readonly<Record<string, { text: string; icon: IconName }>> = {
  create: { text: 'created this', icon: 'plus' },
  update: { text: 'changed', icon: 'pencil' },
  delete: { text: 'deleted this', icon: 'trash-2' },
  revert: { text: 'restored', icon: 'undo-2' },
};

function Entry({ entry, resource, row }: { entry: HistoryEntry; resource: ClientResource; row: Row }) {
  const action = ACTION_TEXTS[entry.action] ?? { text: entry.action, icon: 'activity' };
  const command = resource.actions.find(
    ({ name }) => name !== entry.action && `${resource.name}.${name}` === entry.command,
  );
  const changes = entry.changes.flatMap((change) => {
    const field = resource.fields.find((one) => one.name === change.field);
    return field && !field.engine ? [{ ...change, field }] : [];
  });
  const list = (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field.name} className={styles.changeRow}>
          <dt>{field.title}</dt>
          <dd>
            <Change field={field} before={before} after={after} />
            {entry.action !== 'create' &&
              !isDeleted(row) &&
              canRevert(resource, field) &&
              !sameValue(row[field.name], before) && (
                <RevertButton entry={entry} field={field} resource={resource} row={row} />
              )}
          </dd>
        </div>
      ))}
    </dl>
  );
  return (
    <TimelineEntry icon={action.icon}>
      <p className={styles.entryHead}>
        <span>
          <strong>{entry.actor ?? 'The system'}</strong> {action.text}
          {command && ` (${actionText(command.label, 1)})`}
        </span>
        <span className={styles.quiet}>
          <Instant instant={entry.at} />
        </span>
      </p>
      {changes.length > FEW && entry.action === 'create' ? (
        <details className={styles.details}>
          <summary>{changes.length} values</summary>
          {list}
        </details>
      ) : (
        changes.length > 0 && list
      )}
    </TimelineEntry>
  );
}

function canRevert(resource: ClientResource, field: Field): boolean {
  return resource.can.update && !field.readOnly && resource.formSchema.update.properties[field.name] !== undefined;
}

function RevertButton({
  entry,
  field,
  resource,
  row,
}: {
  entry: HistoryEntry;
  field: Field;
  resource: ClientResource;
  row: Row;
}) {
  const client = useQueryClient();
  const id = row['id'] as string | number;
  const revert = useMutation({
    mutationFn: () =>
      dataProvider.revert(resource.name, id, {
        entryId: entry.id,
        fields: [field.name],
        version: Number(row['version']),
      }),
    onSuccess: (saved) => {
      client.setQueryData([resource.name, 'getOne', { id: String(id), meta: WHOLE }], saved);
      showToast(`${field.title} was restored`);
    },
    onError: (error) => showToast(error.message, { tone: 'error' }),
    onSettled: () => void client.invalidateQueries({ queryKey: [resource.name] }),
  });
  return (
    <Button
      size="small"
      variant="quiet"
      icon="undo-2"
      className={styles.revert}
      busy={revert.isPending}
      aria-label={`Revert ${field.title}`}
      onClick={() => revert.mutate()}
    >
      Revert
    </Button>
  );
}
