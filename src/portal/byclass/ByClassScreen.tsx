import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { ClassChoices, ClassGrid } from '../../../domain/calls/classes.ts';
import { callQuery } from '../../app/callApi.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SHOWN, type Shown } from './cellTexts.ts';
import { ClassView } from './ClassView.tsx';
import styles from './ByClass.module.css';

/** So that what others mark appears on a page that stays open. */
const REFRESH_MS = 30_000;
const BACK = { to: '/scheduling/process', label: 'Process event' };

/** /scheduling/processbyclass: who of a class has done what it requires. */
export function Screen() {
  const [search, setSearch] = useSearchParams();
  const choices = useQuery({ ...callQuery('GET /api/events/classes'), staleTime: 0 });
  const id = idIn(search);
  const choose = (classId: string) => setSearch(classId === '' ? {} : { classId });
  return (
    <Page title="Process by class" lead="Track required trainings for a class." back={BACK}>
      <QueryView query={choices} what="the classes" lines={2}>
        {(shown) => (
          <>
            <Choice choices={shown} id={id} onChoose={choose} />
            {id !== null && <Chosen key={id} id={id} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function idIn(search: URLSearchParams): number | null {
  const text = search.get('classId') ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function Choice({
  choices: { classes },
  id,
  onChoose,
}: {
  choices: ClassChoices;
  id: number | null;
  onChoose: (id: string) => void;
}) {
  if (classes.length === 0)
    return (
      <EmptyState icon="graduation-cap" title="There are no classes yet">
        Class schedulers add classes and rosters under Settings.
      </EmptyState>
    );
  return (
    <>
      <div className={styles.choice}>
        <SelectField
          label="Class"
          placeholder="Choose a class"
          value={id === null ? '' : String(id)}
          options={classes.map((one) => ({
            value: String(one.id),
            label: `${one.name}, ${one.term}${one.active ? '' : ' (over)'}`,
          }))}
          onChange={({ target }) => onChoose(target.value)}
        />
      </div>
      {id === null && (
        <EmptyState icon="graduation-cap" title="Choose a class">
          Choose a class to see its roster.
        </EmptyState>
      )}
    </>
  );
}

function Chosen({ id }: { id: number }) {
  const [search, setSearch] = useSearchParams();
  const answer = useQuery({
    ...callQuery('GET /api/events/classes/:classId', { params: { classId: id } }),
    staleTime: 0,
    refetchInterval: ({ state: { error } }) => (error === null ? REFRESH_MS : false),
  });
  const show = SHOWN.find((one) => one === search.get('show')) ?? 'all';
  const setShow = (next: Shown) =>
    setSearch({ classId: String(id), ...(next === 'all' ? {} : { show: next }) }, { replace: true });
  return (
    <QueryView query={answer} what="the class" lines={10} lineHeight={40}>
      {(grid) =>
        grid.people.length === 0 || grid.columns.length === 0 ? (
          <Incomplete grid={grid} />
        ) : (
          <ClassView grid={grid} show={show} onShow={setShow} />
        )
      }
    </QueryView>
  );
}

/** Without people or requirements there is nothing to show; who may, is led to where they are added. */
function Incomplete({ grid: { id, people, can } }: { grid: ClassGrid }) {
  const isEmpty = people.length === 0;
  const path = `/admin/classes/${id}/show`;
  return (
    <EmptyState
      icon={isEmpty ? 'users' : 'list-checks'}
      title={isEmpty ? 'No one is on the roster' : 'No requirements yet'}
      actions={
        isEmpty
          ? can.import && <ButtonLink to={path}>Import the roster</ButtonLink>
          : can.require && <ButtonLink to={requirePath(id)}>Add a requirement</ButtonLink>
      }
    >
      {isEmpty
        ? 'A class scheduler imports it on the class page.'
        : 'A requirement is an event that every student must attend by a date.'}
    </EmptyState>
  );
}

function requirePath(classId: number): string {
  return `/admin/classes/requirements/create?${new URLSearchParams({ source: JSON.stringify({ classId }) })}`;
}
