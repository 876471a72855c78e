import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../../app/QueryView.tsx';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Page } from '../../../ui/Page.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useConsole } from '../../engine/consoleContext.ts';
import { dataProvider } from '../../engine/dataProvider.ts';
import { createPath, listPath } from '../../engine/paths.ts';
import { ListLead } from '../../list/ListLead.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { GrantCell, Legend, PermissionMatrix, targetRules, type MatrixProps } from './PermissionMatrix.tsx';
import { RulesDialog } from './RulesDialog.tsx';
import styles from './permissions.module.css';

const MOST_RULES = 1000;

export function PermissionsOverview({ resource }: { resource: ClientResource }) {
  const { model, resources } = useConsole();
  const isPhone = useMedia('below-medium');
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState<Parameters<MatrixProps['onOpen']>[0] | null>(null);
  const rules = useRules(resource.name);
  const roles = model.roles.filter(({ capabilities }) => !capabilities.includes('everything'));
  const targets = [
    { name: '*', label: 'All resources' },
    ...resources
      .map((one) => ({ name: one.name, label: one.config.label }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
  ].filter((target) => target.label.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <Page
      title={resource.config.label}
      lead={<ListLead>Access is denied unless a rule grants it. Administrators have full access.</ListLead>}
      actions={
        <>
          <ButtonLink icon="list" to={`${listPath(resource)}?view=rules`}>
            All rules
          </ButtonLink>
          {resource.can.create && (
            <ButtonLink variant="primary" icon="plus" to={createPath(resource)}>
              New rule
            </ButtonLink>
          )}
        </>
      }
    >
      <QueryView query={rules} what="the rules" lines={8} lineHeight={40}>
        {(shown) => (
          <div className={styles.page}>
            <div className={styles.tools}>
              <div className={styles.find}>
                <TextField
                  label="Find a resource"
                  hideLabel
                  placeholder="Find a resource"
                  type="search"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              </div>
              {!isPhone && <Legend />}
            </div>
            {isPhone ? (
              <ByRole roles={roles} targets={targets} rules={shown} onOpen={setOpened} />
            ) : (
              <PermissionMatrix roles={roles} targets={targets} rules={shown} onOpen={setOpened} />
            )}
          </div>
        )}
      </QueryView>
      {opened && rules.data && (
        <RulesDialog resource={resource} {...opened} rules={rules.data} onClose={() => setOpened(null)} />
      )}
    </Page>
  );
}

/** A matrix does not fit on a phone: one role at a time. */
function ByRole({ roles, targets, rules, onOpen }: MatrixProps) {
  const [name, setName] = useState(roles[0]?.name ?? '');
  const role = roles.find((one) => one.name === name);
  return (
    <>
      <SelectField
        label="Role"
        hideLabel
        options={roles.map((one) => ({ value: one.name, label: one.label }))}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {role && (
        <ul className={styles.byRole} aria-label={role.label}>
          {targets.map((target) => (
            <li key={target.name}>
              <span>{target.label}</span>
              <GrantCell {...{ role, target, onOpen }} rules={targetRules(rules, role, target)} />
            </li>
          ))}
        </ul>
      )}
      <Legend />
    </>
  );
}

function useRules(name: string) {
  return useQuery({
    queryKey: [name, 'getList', 'overview'],
    queryFn: async ({ signal }) => {
      const answer = await dataProvider.getList(name, {
        pagination: { page: 1, perPage: MOST_RULES },
        sort: { field: 'id', order: 'ASC' },
        filter: {},
        signal,
      });
      return answer.data as Row[];
    },
    staleTime: 0,
    retry: false,
  });
}
