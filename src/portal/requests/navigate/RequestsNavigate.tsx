import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Form, FormGroup } from '../../../../domain/generated/resources.ts';
import { callQuery } from '../../../app/callApi.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { readRows } from '../../../app/rows.ts';
import { useBoth } from '../../../app/useBoth.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { CorrectedNote } from '../../../ui/CorrectedNote.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { OwnDrafts } from '../OwnDrafts.tsx';
import { FormCard, GroupCard } from './ChoiceCard.tsx';
import styles from './RequestsNavigate.module.css';

type Group = Pick<FormGroup, 'id' | 'name' | 'title' | 'description'>;

/** The group of forms that have none, or whose group is inactive. */
const OTHER: Group = { id: 0, name: '', title: 'Other requests', description: null };

export function Screen() {
  const groups = useQuery({
    queryKey: ['requests', 'groups'],
    queryFn: () => readRows('formGroups', { sort: 'order' }),
  });
  const forms = useQuery({ queryKey: ['requests', 'forms'], queryFn: () => readRows('forms', { sort: 'order' }) });
  return (
    <QueryView
      query={useBoth(groups, forms)}
      what="the forms"
      lines={4}
      lineHeight={96}
      hasNotice={false}
      frame={(state) => <Page title="Make a request">{state}</Page>}
    >
      {([allGroups, allForms]) => {
        const offered = allForms.filter(({ forEvents }) => forEvents !== true);
        return <Navigator groups={filledGroups(allGroups, offered)} forms={offered} />;
      }}
    </QueryView>
  );
}

function groupIdOf(form: Form, groups: readonly Group[]): number {
  return groups.some((group) => group.id === form.groupId) ? (form.groupId ?? OTHER.id) : OTHER.id;
}

/** Groups without forms are left out. */
function filledGroups(groups: readonly Group[], forms: readonly Form[]): Group[] {
  return [...groups, OTHER].filter((group) => forms.some((form) => groupIdOf(form, groups) === group.id));
}

function Navigator({ groups, forms }: { groups: Group[]; forms: Form[] }) {
  const [params] = useSearchParams();
  const [search, setSearch] = useState('');
  const found = useFoundForms(forms, search);
  const requested = params.get('groupId');
  const group = groups.length === 1 ? groups[0] : groups.find((one) => String(one.id) === requested);
  const inGroup = (one: Group) => forms.filter((form) => groupIdOf(form, groups) === one.id);
  const groupName = (form: Form) => groups.find((one) => one.id === groupIdOf(form, groups))?.name;
  const cards = (shown: readonly Form[]) => (
    <ul className={styles.cards}>
      {shown.map((form) => (
        <FormCard key={form.id} form={form} groupName={groupName(form)} />
      ))}
    </ul>
  );

  if (forms.length === 0) {
    return (
      <Page title="Make a request">
        <EmptyState icon="clipboard-list" title="No request forms are available">
          Request forms appear here once staff publish them.
        </EmptyState>
      </Page>
    );
  }
  if (group && groups.length > 1) {
    return (
      <Page
        title={group.title}
        lead={group.description ?? undefined}
        back={{ to: '/requests/navigate', label: 'All requests' }}
      >
        {cards(inGroup(group))}
      </Page>
    );
  }
  return (
    <Page
      title="Make a request"
      lead="Choose what you need. You can track it under My requests."
      actions={
        <ButtonLink to="/requests/myrequests" icon="list-checks">
          My requests
        </ButtonLink>
      }
    >
      <OwnDrafts />
      <search className={styles.search}>
        <SearchBox label="Search all forms" text={search} onSearch={setSearch} />
      </search>
      {requested !== null && !group && (
        <p className={styles.note}>This group is no longer available. Choose from these.</p>
      )}
      {found !== undefined && (
        <p className="visually-hidden" role="status">{`${found.forms.length} of ${forms.length} forms`}</p>
      )}
      {found !== undefined && <CorrectedNote text={found.corrected} />}
      {found?.isPartial === true && (
        <p className={styles.note}>No form has all of these words; these have some of them.</p>
      )}
      {found?.forms.length === 0 && <NoMatch onClear={() => setSearch('')} />}
      {found !== undefined ? (
        cards(found.forms)
      ) : group ? (
        cards(forms)
      ) : (
        <ul className={styles.cards}>
          {groups.map((one) => (
            <GroupCard key={one.id} group={one} forms={inGroup(one)} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon="search" title="No form matches" actions={<Button onClick={onClear}>Clear search</Button>}>
      Try other words or browse the groups.
    </EmptyState>
  );
}

/** The forms with all of the words in their texts, fields or options, or with some; undefined while there is nothing to search for. */
function useFoundForms(forms: readonly Form[], search: string) {
  const { data } = useQuery({
    ...callQuery('GET /api/requests/forms/search', { query: { q: search } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  if (search === '' || data === undefined) return undefined;
  return { ...data, forms: data.ids.flatMap((id) => forms.find((form) => form.id === id) ?? []) };
}
