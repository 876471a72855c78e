import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { blockingError } from '../../../../app/useLastAnswer.ts';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Loading } from '../../../../ui/Loading.tsx';
import { Page } from '../../../../ui/Page.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import { listForms, listGroups, namedVersions, save } from '../formCalls.ts';
import type { FormRow, Group } from '../formCalls.ts';
import { GroupCard } from './GroupCard.tsx';
import { NewFormDialog } from './NewFormDialog.tsx';
import { reordered } from './reordered.ts';
import layout from '../../../../ui/layout.module.css';

const NEW_GROUP = '/requests/manage/groups/create';
const HERE = { cameFrom: '/requests/manage' };

/** /requests/manage: the form groups and their forms. */
export function Screen() {
  const client = useQueryClient();
  const groups = useQuery({ queryKey: ['forms', 'groups'], queryFn: listGroups, staleTime: 0 });
  const forms = useQuery({ queryKey: ['forms', 'all'], queryFn: listForms, staleTime: 0 });
  const ids = (forms.data ?? []).flatMap((form) => form.currentVersionId ?? []);
  const versions = useQuery({
    queryKey: ['forms', 'numbers', ids],
    queryFn: () => namedVersions(ids),
    enabled: forms.isSuccess,
  });
  const [newIn, setNewIn] = useState<{ groupId: number | null } | null>(null);
  const error = blockingError(groups) ?? blockingError(forms);
  const refresh = () => client.invalidateQueries({ queryKey: ['forms'] });

  /** Saves new positions; unchanged rows are not written. */
  const place = async <R extends FormRow | Group>(
    resource: 'forms' | 'formGroups',
    rows: readonly R[],
    from: number,
    step: number,
  ) => {
    try {
      for (const { row, order } of reordered(rows, from, step)) await save(resource, row, { order });
    } catch (failure) {
      showToast(failure instanceof Error ? failure.message : 'The order was not saved.', { tone: 'error' });
    }
    await refresh();
  };
  const change = async (form: FormRow, data: object) => {
    try {
      await save('forms', form, data);
    } catch (failure) {
      showToast(failure instanceof Error ? failure.message : 'It was not saved.', { tone: 'error' });
    }
    await refresh();
  };

  const numbers = new Map((versions.data ?? []).map((version) => [version.id, version]));
  const shared = {
    numbers,
    onPlaceForm: (rows: FormRow[], from: number, step: number) => void place('forms', rows, from, step),
    onChange: (form: FormRow, data: object) => void change(form, data),
    onNew: (groupId: number | null) => setNewIn({ groupId }),
  };
  const rows = groups.data ?? [];
  const loose = (forms.data ?? []).filter((form) => !rows.some((group) => group.id === form.groupId));

  return (
    <Page
      title="Manage requests"
      lead="The forms that people fill in, in the groups they choose from."
      actions={
        <>
          <ButtonLink to="/requests/manage/replies" icon="message-square">
            Canned replies
          </ButtonLink>
          <ButtonLink to={NEW_GROUP} state={HERE} icon="folder-open">
            New group
          </ButtonLink>
          <Button variant="primary" icon="plus" onClick={() => setNewIn({ groupId: rows[0]?.id ?? null })}>
            New form
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState title="The forms could not be loaded" onRetry={() => void refresh()}>
          {error.message}
        </ErrorState>
      ) : !groups.data || !forms.data ? (
        <Loading label="Loading the forms" lines={8} lineHeight={44} />
      ) : rows.length + loose.length === 0 ? (
        <EmptyState
          icon="folder-open"
          title="No groups yet"
          actions={
            <ButtonLink variant="primary" to={NEW_GROUP} state={HERE}>
              New group
            </ButtonLink>
          }
        >
          A group holds the forms of one kind, such as printing.
        </EmptyState>
      ) : (
        <div className={layout.stack6}>
          {rows.map((group, index) => (
            <GroupCard
              key={group.id}
              group={group}
              forms={forms.data.filter((form) => form.groupId === group.id)}
              onPlaceGroup={(step) => void place('formGroups', rows, index, step)}
              isFirst={index === 0}
              isLast={index === rows.length - 1}
              {...shared}
            />
          ))}
          {loose.length > 0 && <GroupCard group={null} forms={loose} isFirst isLast {...shared} />}
        </div>
      )}
      {newIn && (
        <NewFormDialog
          groups={rows}
          groupId={newIn.groupId}
          taken={(forms.data ?? []).map((form) => form.name)}
          onClose={() => setNewIn(null)}
        />
      )}
    </Page>
  );
}
