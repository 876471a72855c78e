import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Form, FormGroup } from '../../../../../domain/generated/resources.ts';
import { QueryView } from '../../../../app/QueryView.tsx';
import { readRows, saveRow } from '../../../../app/rows.ts';
import { useBoth } from '../../../../app/useBoth.ts';
import { useResource } from '../../../../app/useResources.ts';
import { toastRefusal, useCommand } from '../../../../app/useCommand.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { Page } from '../../../../ui/Page.tsx';
import { ConsoleFrame } from '../../../frame/ConsoleFrame.tsx';
import { ListLead } from '../../../list/ListLead.tsx';
import { GroupCard } from './GroupCard.tsx';
import { NewFormDialog } from './NewFormDialog.tsx';
import { reordered, type RowChange } from './reordered.ts';
import layout from '../../../../ui/layout.module.css';

const NEW_GROUP = { to: '/requests/manage/groups/create', state: { cameFrom: '/requests/manage' } };

/** /requests/manage: the form groups and their forms. */
export function Screen() {
  const groups = useQuery({
    queryKey: ['forms', 'groups'],
    queryFn: () => readRows('formGroups', { sort: 'order' }),
    staleTime: 0,
  });
  const forms = useQuery({
    queryKey: ['forms', 'all'],
    queryFn: () => readRows('forms', { sort: 'order' }),
    staleTime: 0,
  });
  const [newIn, setNewIn] = useState<{ groupId: number | null } | null>(null);
  const resource = useResource('forms');
  return (
    <Page
      title="Manage requests"
      lead={<ListLead>The forms that people fill in, by group.</ListLead>}
      actions={
        <>
          <ButtonLink to="/requests/manage/replies" icon="message-square">
            <span className="phone-hidden">Canned replies</span>
          </ButtonLink>
          <ButtonLink {...NEW_GROUP} icon="folder-open">
            <span className="phone-hidden">New group</span>
          </ButtonLink>
          <Button variant="primary" icon="plus" onClick={() => setNewIn({ groupId: groups.data?.[0]?.id ?? null })}>
            New form
          </Button>
        </>
      }
    >
      <QueryView query={useBoth(groups, forms)} what="the forms" lines={8} lineHeight={44}>
        {([rows, all]) => <Groups groups={rows} forms={all} onNew={(groupId) => setNewIn({ groupId })} />}
      </QueryView>
      {newIn && resource && (
        <ConsoleFrame>
          <NewFormDialog
            {...{ resource, ...newIn }}
            taken={(forms.data ?? []).map(({ name }) => name)}
            onClose={() => setNewIn(null)}
          />
        </ConsoleFrame>
      )}
    </Page>
  );
}

interface GroupsProps {
  groups: FormGroup[];
  forms: Form[];
  onNew: (groupId: number) => void;
}

function Groups({ groups, forms, onNew }: GroupsProps) {
  const client = useQueryClient();
  const ids = forms.flatMap((form) => form.currentVersionId ?? []);
  const versions = useQuery({
    queryKey: ['forms', 'numbers', ids],
    queryFn: () => readRows('formVersions', { filter: { id: ids } }),
    enabled: ids.length > 0,
  });
  const { run } = useCommand(async (resource: 'forms' | 'formGroups', changes: readonly RowChange[]) => {
    try {
      for (const { row, data } of changes) await saveRow(resource, row, data);
    } finally {
      await client.invalidateQueries({ queryKey: ['forms'] });
    }
  }, toastRefusal);
  const shared = {
    numbers: new Map((versions.data ?? []).map((version) => [version.id, version.number])),
    onSave: (changes: readonly RowChange[]) => void run('forms', changes),
    onNew,
  };
  const ungrouped = forms.filter((form) => !groups.some((group) => group.id === form.groupId));
  if (groups.length + ungrouped.length === 0)
    return (
      <EmptyState
        icon="folder-open"
        title="No groups yet"
        actions={
          <ButtonLink variant="primary" {...NEW_GROUP}>
            <span className="phone-hidden">New group</span>
          </ButtonLink>
        }
      >
        A group contains related forms, such as printing.
      </EmptyState>
    );
  return (
    <div className={layout.stack6}>
      {groups.map((group, index) => (
        <GroupCard
          key={group.id}
          {...shared}
          group={group}
          forms={forms.filter((form) => form.groupId === group.id)}
          isFirst={index === 0}
          isLast={index === groups.length - 1}
          onMove={(step) => void run('formGroups', reordered(groups, index, step))}
        />
      ))}
      {ungrouped.length > 0 && <GroupCard {...shared} group={null} forms={ungrouped} />}
    </div>
  );
}
