import { LinkBase, useCreatePath, useGetManyAggregate } from 'ra-core';
import { Fragment } from 'react';
import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { usePageLook } from '../../app/pageLook.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useConsole } from '../engine/consoleContext.ts';
import { namePartsOf } from '../engine/represent.ts';
import { useRecordName } from '../engine/useRecordName.ts';
import { plainText } from '../engine/plainText.ts';
import styles from './values.module.css';

const DEPTH = 2;

export interface ReferenceNameProps {
  resource: string;
  id: string | number;
  /** Names inside links must not be links themselves. */
  plain?: boolean;
  depth?: number;
}

/** The names of a page are loaded in one call per resource. A row that the account cannot see is called by its number. */
export function ReferenceName({ resource: name, id, plain = false, depth = 0 }: ReferenceNameProps) {
  const resource = useConsole().resourceNamed(name);
  if (!resource || depth > DEPTH) return <>#{id}</>;
  return <KnownReference resource={resource} id={id} plain={plain} depth={depth} />;
}

function KnownReference({
  resource,
  id,
  plain,
  depth,
}: {
  resource: ClientResource;
  id: string | number;
  plain: boolean;
  depth: number;
}) {
  const createPath = useCreatePath();
  const { data, isPending } = useGetManyAggregate(resource.name, { ids: [id] });
  const row = data?.find((one) => String(one?.['id']) === String(id)) as Row | undefined;
  if (!row && isPending)
    return (
      <span className={styles.pending} aria-busy="true">
        <span className="visually-hidden">Loading</span>
        <Skeleton />
      </span>
    );
  if (!row) return <>#{id}</>;
  const name = <RecordName resource={resource} row={row} depth={depth} />;
  if (plain || !resource.can.list) return name;
  return (
    <LinkBase className={styles.link} to={createPath({ type: 'show', resource: resource.name, id })}>
      {name}
    </LinkBase>
  );
}

/** As the heading of a page, whose tab has it too. */
export function RecordTitle({ resource, row }: { resource: ClientResource; row: Row }) {
  usePageLook({ record: useRecordName(resource, row) });
  return <RecordName resource={resource} row={row} />;
}

/** The name of a row, its references by their names. */
export function RecordName({ resource, row, depth = 0 }: { resource: ClientResource; row: Row; depth?: number }) {
  const { zone } = useConsole();
  return namePartsOf(resource, row).map((part, index) => {
    if ('text' in part) return <Fragment key={index}>{part.text}</Fragment>;
    const { field, value } = part;
    const refers =
      KINDS[field.kind].look === 'reference' &&
      field.reference &&
      (typeof value === 'string' || typeof value === 'number');
    if (refers && field.reference) {
      return <ReferenceName key={index} resource={field.reference} id={value} plain depth={depth + 1} />;
    }
    return <Fragment key={index}>{plainText(field, value, zone)}</Fragment>;
  });
}
