import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import type { AccountAccess, GrantedAccess, HeldRole } from '../../../../domain/calls/access.ts';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import { callQuery } from '../../../app/callApi.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Table } from '../../../ui/Table.tsx';
import layout from '../../../ui/layout.module.css';
import { useConsole } from '../../engine/consoleContext.ts';
import { listPath, showPath } from '../../engine/paths.ts';
import { GeneratedMain, type MainProps } from '../../show/ShowPage.tsx';
import { actionLabels, describeActions } from '../permissions/describeRule.ts';
import styles from './users.module.css';

/** A person's record, with what the account can do. */
export function UserMain({ resource, row }: MainProps) {
  const { resources } = useConsole();
  const rules = resources.find(({ name }) => name === 'permissions');
  return (
    <GeneratedMain resource={resource} row={row}>
      {rules?.can.list && <AccessCard id={Number(row['id'])} version={Number(row['version'])} rules={rules} />}
    </GeneratedMain>
  );
}

interface AccessCardProps {
  id: number;
  /** Of the record: another role changes what it can do. */
  version: number;
  rules: ClientResource;
}

function AccessCard({ id, version, rules }: AccessCardProps) {
  const { queryKey, queryFn } = callQuery('GET /api/users/:id/access', { params: { id } });
  const query = useQuery({ queryKey: [...queryKey, version], queryFn, staleTime: 0, retry: false });
  return (
    <Card
      title="What this account can do"
      description="From its own roles and those of its groups, by the permission rules."
    >
      <QueryView query={query} what="the permissions" lines={4}>
        {(access) => <Access access={access} rules={rules} />}
      </QueryView>
    </Card>
  );
}

function Access({
  access: { isActive, isUnlimited, roles, resources },
  rules,
}: {
  access: AccountAccess;
  rules: ClientResource;
}) {
  return (
    <div className={layout.stack4}>
      {!isActive && (
        <Banner role="none">The account is inactive: no one can log in to it. Once active, it can do this.</Banner>
      )}
      <ul className={styles.roles} aria-label="Roles">
        {roles.map((role) => (
          <li key={role.name}>
            <strong>{role.label}</strong> <RoleSource role={role} />
            {role.capabilities.length > 0 && !isUnlimited && (
              <ul>
                {role.capabilities.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {isUnlimited ? (
        <p>This account can do everything, without any rule.</p>
      ) : (
        <Table
          caption="Permissions by resource"
          rows={resources}
          rowKey={({ resource }) => resource}
          columns={[
            {
              key: 'label',
              header: 'Resource',
              cell: ({ resource, label }) => (
                <Link to={`${listPath(rules)}?view=rules&filter=${encodeURIComponent(JSON.stringify({ resource }))}`}>
                  {label}
                </Link>
              ),
            },
            { key: 'actions', header: 'Permissions', cell: (row) => <Permissions {...row} /> },
            { key: 'roles', header: 'By role', cell: ({ roles: by }) => by.join(', ') },
          ]}
        />
      )}
    </div>
  );
}

function RoleSource({ role: { isOwn, isImplicit, groups } }: { role: HeldRole }) {
  const { resources } = useConsole();
  const target = resources.find(({ name }) => name === 'groups');
  return (
    <span className={styles.quiet}>
      {isOwn && 'own role'}
      {isOwn && groups.length > 0 && ', '}
      {groups.map(({ id, name, isDirectory }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {isDirectory ? 'directory group ' : 'group '}
          {target ? <Link to={showPath(target, id)}>{name}</Link> : name}
        </Fragment>
      ))}
      {isImplicit && !isOwn && groups.length === 0 && 'automatic'}
    </span>
  );
}

function Permissions({ resource, actions, limited }: GrantedAccess) {
  const labels = actionLabels(useConsole().resources, resource);
  return (
    <span title={actions.map((action) => labels[action]?.label ?? action).join(', ')}>
      {describeActions(actions)}
      {limited.length > 0 && (
        <span className={styles.quiet}>
          {limited.length === actions.length ? ' (' : ` (${describeActions(limited).toLowerCase()}: `}
          some rows or fields only)
        </span>
      )}
    </span>
  );
}
