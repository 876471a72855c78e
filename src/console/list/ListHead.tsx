import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/model.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { pluralInside, singularInside } from '../engine/consoleContext.ts';
import { createPath } from '../engine/paths.ts';
import { formatNumber } from '../values/formats.ts';
import styles from './list.module.css';

/** Above this an estimated count is the planner's guess (see ResourceConfig.count). */
const COUNTED_EXACTLY = 10_000;

export function ListHead({ resource, total, children }: { resource: ClientResource; total: number | undefined; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{resource.config.label}</h1>
      <span className={styles.count} role="status">
        {total !== undefined && (
          <>
            {isEstimate(resource, total) && 'about '}{formatNumber(total)}
            <span className="visually-hidden"> {total === 1 ? singularInside(resource) : pluralInside(resource)}</span>
          </>
        )}
      </span>
      <div className={styles.actions}>
        {children}
        {resource.can.create && <NewLink resource={resource} />}
      </div>
    </header>
  );
}

export function NewLink({ resource }: { resource: ClientResource }) {
  return <ButtonLink variant="primary" icon="plus" to={createPath(resource)}>New {singularInside(resource)}</ButtonLink>;
}

/** The count is the planner's guess, no more. */
export function isEstimate(resource: ClientResource, total: number | undefined): boolean {
  return resource.config.count === 'estimated' && (total ?? 0) > COUNTED_EXACTLY;
}
