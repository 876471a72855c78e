import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/client-model.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Page } from '../../ui/Page.tsx';
import { pluralInside, singularInside } from '../engine/consoleContext.ts';
import { createPath } from '../engine/paths.ts';
import { formatNumber } from '../values/formats.ts';
import styles from './ListFrame.module.css';

/** Above this an estimated count is the planner's guess (see ResourceConfig.count). */
const COUNTED_EXACTLY = 10_000;

export interface ListFrameProps {
  resource: ClientResource;
  /** Number of matching rows; undefined while unknown. */
  total: number | undefined;
  lead?: string | undefined;
  actions?: ReactNode;
  /** Default: a link to create a record, for users who may. */
  mainAction?: ReactNode;
  children: ReactNode;
}

/** Title, count and primary action above the list. */
export function ListFrame({
  resource,
  total,
  lead,
  actions,
  mainAction = resource.can.create && <NewLink resource={resource} />,
  children,
}: ListFrameProps) {
  return (
    <Page
      width="full"
      title={resource.config.label}
      {...(lead === undefined ? {} : { lead })}
      aside={<Count resource={resource} total={total} />}
      actions={
        <>
          {actions}
          {mainAction}
        </>
      }
    >
      <div className={styles.page}>{children}</div>
    </Page>
  );
}

function Count({ resource, total }: { resource: ClientResource; total: number | undefined }) {
  return (
    <span role="status">
      {total !== undefined && (
        <>
          {isEstimate(resource, total) && 'about '}
          {formatNumber(total)}
          <span className="visually-hidden"> {total === 1 ? singularInside(resource) : pluralInside(resource)}</span>
        </>
      )}
    </span>
  );
}

export function NewLink({ resource }: { resource: ClientResource }) {
  return (
    <ButtonLink variant="primary" icon="plus" to={createPath(resource)}>
      New {singularInside(resource)}
    </ButtonLink>
  );
}

/** The count is the planner's guess, no more. */
export function isEstimate(resource: ClientResource, total: number | undefined): boolean {
  return resource.config.count === 'estimated' && (total ?? 0) > COUNTED_EXACTLY;
}
