import { formatNumber } from '../../../domain/values/formats.ts';
import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { formatTotal, type Accuracy } from '../../../domain/declarations/list-total.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Page } from '../../ui/Page.tsx';
import { pluralInside, singularInside } from '../../app/resourceNames.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { createPath } from '../engine/paths.ts';
import { ListLead } from './ListLead.tsx';
import styles from './ListFrame.module.css';
import { leadsToPeople } from './RecipientsLink.tsx';
import { RelatedLists } from './RelatedLists.tsx';

export interface ListFrameProps {
  resource: ClientResource;
  /** Number of matching rows; undefined while unknown. */
  total: number | undefined;
  /** How the total is to be read. Default: it is exact. */
  accuracy?: Accuracy | undefined;
  lead?: string | undefined;
  actions?: ReactNode;
  /** Default: a link to create a record, for users who may. */
  mainAction?: ReactNode;
  children: ReactNode;
}

export function ListFrame({ resource, total, accuracy, lead, actions, mainAction, children }: ListFrameProps) {
  const lists = useConsole().resources;
  // What is made for people can be made from lists that lead to some.
  const canCreate = resource.can.create || (resource.config.forRecipients !== undefined && lists.some(leadsToPeople));
  return (
    <Page
      title={resource.config.label}
      {...(lead === undefined ? {} : { lead: <ListLead>{lead}</ListLead> })}
      aside={
        <>
          <Count resource={resource} total={total} accuracy={accuracy} />
          <RelatedLists resource={resource} />
        </>
      }
      actions={
        <>
          {actions}
          {mainAction ?? (canCreate && <NewLink resource={resource} />)}
        </>
      }
    >
      <div className={styles.page}>{children}</div>
    </Page>
  );
}

function Count({ resource, total, accuracy }: Pick<ListFrameProps, 'resource' | 'total' | 'accuracy'>) {
  return (
    <span role="status">
      {total !== undefined && (
        <>
          {formatTotal(formatNumber(total), accuracy)}
          <span className="visually-hidden"> {total === 1 ? singularInside(resource) : pluralInside(resource)}</span>
        </>
      )}
    </span>
  );
}

export function NewLink({ resource }: { resource: ClientResource }) {
  return (
    <ButtonLink variant="primary" icon="plus" to={createPath(resource)}>
      <span>
        New<span className="phone-hidden"> {singularInside(resource)}</span>
      </span>
    </ButtonLink>
  );
}
