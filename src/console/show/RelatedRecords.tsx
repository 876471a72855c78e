import { formatNumber } from '../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useCreatePath } from 'ra-core';
import { Link, useLocation, type Location } from 'react-router-dom';
import type { BarEntry } from '../../actions/ActionBar.tsx';
import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { formatTotal, type Accuracy } from '../../../domain/declarations/list-total.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { singularInside } from '../../app/resourceNames.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { dataProvider } from '../engine/dataProvider.ts';
import { createPath, listPath } from '../engine/paths.ts';
import { upcomingRows, type FoundRows } from '../engine/upcomingRows.ts';
import type { CreateState } from '../engine/pageProps.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { RecordName } from '../values/ReferenceName.tsx';
import styles from './show.module.css';

const SHOWN = 5;

interface Relation {
  resource: ClientResource;
  field: Field;
}

/** The next or the newest few records of each resource that references this one. Dependent resources are listed even when empty. */
export function RelatedRecords({ resource, id }: { resource: ClientResource; id: string | number }) {
  const { resources } = useConsole();
  const relations = resources
    .filter((one) => one.can.list && one.config.list.onRecords !== false)
    .flatMap((one) =>
      one.fields
        .filter((field) => field.reference === resource.name && !field.engine)
        .map((field): Relation => ({ resource: one, field })),
    );
  return relations.map((relation) => (
    <RelatedList
      key={`${relation.resource.name} ${relation.field.name}`}
      relation={relation}
      id={id}
      isOnly={isOnly(relation, relations)}
    />
  ));
}

function isOnly(relation: Relation, all: readonly Relation[]): boolean {
  return all.filter((one) => one.resource === relation.resource).length === 1;
}

/** Ids of this kind say nothing about age. */
function newestFirst({ idKind, config }: ClientResource): { field: string; order: 'ASC' | 'DESC' } {
  const [field, order] = idKind === 'uuid' ? config.list.sort : (['id', 'DESC'] as const);
  return { field, order };
}

/** The next or the newest few. */
function useRelatedRows(resource: ClientResource, filter: object) {
  const { zone } = useConsole();
  const params = { pagination: { page: 1, perPage: SHOWN }, sort: newestFirst(resource), filter };
  return useQuery({
    queryKey: [resource.name, 'getList', { ...params, isRelated: true }],
    queryFn: async ({ signal }): Promise<FoundRows> => {
      if (resource.config.list.upcoming !== undefined)
        return upcomingRows(resource, { filter, zone, perPage: SHOWN, signal });
      const { data, total = 0, meta } = await dataProvider.getList(resource.name, { ...params, signal });
      return { rows: data as Row[], total, accuracy: (meta as { accuracy?: Accuracy } | undefined)?.accuracy };
    },
    retry: false,
  });
}

/** The page on which a record is created that refers to this one, and that leads back. */
function addLink(resource: ClientResource, { name, kind }: Field, id: string | number, { pathname, search }: Location) {
  const source = JSON.stringify({ [name]: KINDS[kind].list ? [id] : id });
  return {
    to: `${createPath(resource)}?${new URLSearchParams({ source })}`,
    state: { cameFrom: { pathname, search } } satisfies CreateState,
  };
}

function canAdd({ can, formSchema }: ClientResource, { name }: Field): boolean {
  return can.create && formSchema.create.properties[name] !== undefined;
}

/** Buttons that create what refers to the record, where their declarations want that beside its title. */
export function useAddEntries(resource: ClientResource, id: string | number): BarEntry[] {
  const { resources } = useConsole();
  const location = useLocation();
  return resources.flatMap((one) =>
    Object.entries(one.config.list.addFrom ?? {}).flatMap(([name, label]) => {
      const field = one.fields.find((reference) => reference.name === name);
      if (field?.reference !== resource.name || !canAdd(one, field)) return [];
      return [{ key: `${one.name} ${name}`, label, icon: 'plus' as const, ...addLink(one, field, id, location) }];
    }),
  );
}

function RelatedList({
  relation: { resource, field },
  id,
  isOnly: only,
}: {
  relation: Relation;
  id: string | number;
  isOnly: boolean;
}) {
  const filter = KINDS[field.kind].list ? { [field.name]: [id] } : { [field.name]: id };
  const { data } = useRelatedRows(resource, filter);
  const { rows, total, accuracy } = data ?? NONE;
  const shownTotal = formatTotal(formatNumber(total), accuracy);
  const isAddable = canAdd(resource, field);
  const add = addLink(resource, field, id, useLocation());
  const label = resource.config.list.addFrom?.[field.name];
  const isPart =
    label !== undefined || field.schema['x-on-delete'] === 'cascade' || field.schema['x-on-delete'] === 'keep';
  if (rows.length === 0 && !(isPart && isAddable && data)) return null;
  return (
    <Card
      flush
      title={
        <>
          {resource.config.label}
          {!only && <span className={styles.quiet}> · {field.title}</span>}
          <span className={styles.total}>{shownTotal}</span>
        </>
      }
      actions={
        isAddable && (
          <ButtonLink size="small" icon="plus" {...add}>
            {label ?? (
              <>
                Add<span className="visually-hidden"> {singularInside(resource)}</span>
              </>
            )}
          </ButtonLink>
        )
      }
    >
      {rows.length === 0 ? (
        <p className={styles.none}>None yet.</p>
      ) : (
        <ul className={styles.related}>
          {rows.map((row) => (
            <RelatedRow key={String(row['id'])} resource={resource} row={row} target={field.name} />
          ))}
        </ul>
      )}
      {total > rows.length && (
        <Link className={styles.all} to={`${listPath(resource)}?filter=${encodeURIComponent(JSON.stringify(filter))}`}>
          {accuracy === undefined ? `All ${shownTotal}` : 'All'}
        </Link>
      )}
    </Card>
  );
}

const NONE: FoundRows = { rows: [], total: 0 };

const FACTS = 2;

function RelatedRow({ resource, row, target }: { resource: ClientResource; row: Row; target: string }) {
  const toRecord = useCreatePath();
  const named = resource.config.represent;
  const facts = resource.config.list.columns
    .filter((name) => name !== target && !named.includes(`{${name}}`))
    .flatMap((name) => resource.fields.find((field) => field.name === name) ?? [])
    .slice(0, FACTS);
  return (
    <li className={styles.relatedRow}>
      <LinkBase
        className={styles.relatedName}
        to={toRecord({ type: 'show', resource: resource.name, id: row['id'] as string | number })}
      >
        <RecordName resource={resource} row={row} />
      </LinkBase>
      {facts.map((field) => (
        <span key={field.name} className={styles.relatedFact}>
          <FieldValue field={field} value={row[field.name]} row={row} inCell plain />
        </span>
      ))}
    </li>
  );
}
