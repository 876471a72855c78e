import { Link, useNavigate } from 'react-router-dom';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { Chip } from '../../../../ui/Chip.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Menu } from '../../../../ui/Menu.tsx';
import { Table } from '../../../../ui/Table.tsx';
import { COST_TEXTS } from '../../../../requests/costTexts.ts';
import type { FormRow, Group, VersionRow } from '../formCalls.ts';
import styles from './manage.module.css';

interface GroupCardProps {
  /** null: the forms without a group. */
  group: Group | null;
  forms: FormRow[];
  numbers: ReadonlyMap<number, VersionRow>;
  isFirst: boolean;
  isLast: boolean;
  onPlaceGroup?: (step: -1 | 1) => void;
  onPlaceForm: (forms: FormRow[], from: number, step: -1 | 1) => void;
  onChange: (form: FormRow, data: object) => void;
  onNew: (groupId: number | null) => void;
}

export function GroupCard({
  group,
  forms,
  numbers,
  isFirst,
  isLast,
  onPlaceGroup,
  onPlaceForm,
  onChange,
  onNew,
}: GroupCardProps) {
  const navigate = useNavigate();
  const title = group?.title ?? 'In no group';
  return (
    <Card
      flush={forms.length > 0}
      className={styles.group}
      title={
        <span className={styles.groupTitle}>
          {title}
          {group && !group.active && <Chip>Switched off</Chip>}
        </span>
      }
      description={group?.description ?? (group ? undefined : 'People cannot find these by choosing a group.')}
      actions={
        group && (
          <span className={styles.groupActions}>
            <Button size="small" icon="plus" aria-label={`New form in ${title}`} onClick={() => onNew(group.id)}>
              New form
            </Button>
            <Menu
              label={`Actions for ${title}`}
              align="end"
              items={[
                {
                  key: 'settings',
                  label: 'Settings',
                  icon: 'settings-2',
                  onSelect: () => void navigate(`/requests/manage/groups/${group.id}`),
                },
                {
                  key: 'up',
                  label: 'Move up',
                  icon: 'arrow-up',
                  disabled: isFirst,
                  onSelect: () => onPlaceGroup?.(-1),
                },
                {
                  key: 'down',
                  label: 'Move down',
                  icon: 'arrow-down',
                  disabled: isLast,
                  onSelect: () => onPlaceGroup?.(1),
                },
              ]}
              trigger={(trigger) => (
                <IconButton {...trigger} icon="ellipsis" size="small" label={`More for ${title}`} />
              )}
            />
          </span>
        )
      }
    >
      {forms.length === 0 ? (
        <p className={styles.empty}>No form stands in this group yet.</p>
      ) : (
        <Table
          caption={`Forms in ${title}`}
          rows={forms}
          rowKey={(form) => form.id}
          columns={[
            { key: 'title', header: 'Form', cell: (form) => <FormName form={form} /> },
            {
              key: 'cost',
              header: 'Cost',
              cell: (form) => (form.forEvents ? 'Asked at sign-up' : COST_TEXTS[form.costType].title),
            },
            {
              key: 'version',
              header: 'Published',
              cell: (form) => <State form={form} version={numbers.get(form.currentVersionId ?? 0)} />,
            },
            {
              key: 'actions',
              header: 'Actions',
              align: 'end',
              cell: (form) => <Actions form={form} forms={forms} onPlaceForm={onPlaceForm} onChange={onChange} />,
            },
          ]}
        />
      )}
    </Card>
  );
}

function FormName({ form }: { form: FormRow }) {
  return (
    <Link className={styles.formName} to={`/requests/manage/form/${form.id}`}>
      {form.title}
    </Link>
  );
}

function State({ form, version }: { form: FormRow; version: VersionRow | undefined }) {
  if (form.currentVersionId === null)
    return (
      <Chip tone="orange" icon="circle-dashed">
        Not published
      </Chip>
    );
  if (!form.active) return <Chip icon="eye-off">Switched off</Chip>;
  return (
    <Chip tone="green" icon="circle-check">
      {version ? `Version ${version.number}` : 'Published'}
    </Chip>
  );
}

function Actions({
  form,
  forms,
  onPlaceForm,
  onChange,
}: { form: FormRow; forms: FormRow[] } & Pick<GroupCardProps, 'onPlaceForm' | 'onChange'>) {
  const navigate = useNavigate();
  const go = (to: string) => () => void navigate(to);
  const index = forms.indexOf(form);
  return (
    <span className={styles.rowActions}>
      <ButtonLink size="small" icon="pencil" to={`/requests/manage/form/${form.id}`} aria-label={`Edit ${form.title}`}>
        Edit
      </ButtonLink>
      <Menu
        label={`Actions for ${form.title}`}
        align="end"
        items={[
          { key: 'settings', label: 'Settings', icon: 'settings-2', onSelect: go(`/requests/manage/forms/${form.id}`) },
          {
            key: 'requests',
            label: 'See its requests',
            icon: 'inbox',
            onSelect: go(`/requests/viewsubmissions?formId=${form.id}`),
          },
          ...(form.active && !form.forEvents && form.currentVersionId !== null
            ? [
                {
                  key: 'open',
                  label: 'Open as a customer',
                  icon: 'eye' as const,
                  onSelect: go(`/requests/view/${form.name}`),
                },
              ]
            : []),
          {
            key: 'up',
            label: 'Move up',
            icon: 'arrow-up',
            divided: true,
            disabled: index === 0,
            onSelect: () => onPlaceForm(forms, index, -1),
          },
          {
            key: 'down',
            label: 'Move down',
            icon: 'arrow-down',
            disabled: index === forms.length - 1,
            onSelect: () => onPlaceForm(forms, index, 1),
          },
          form.active
            ? {
                key: 'off',
                label: 'Switch off',
                icon: 'eye-off',
                divided: true,
                onSelect: () => onChange(form, { active: false }),
              }
            : {
                key: 'on',
                label: 'Switch on',
                icon: 'eye',
                divided: true,
                onSelect: () => onChange(form, { active: true }),
              },
        ]}
        trigger={(trigger) => <IconButton {...trigger} icon="ellipsis" size="small" label={`More for ${form.title}`} />}
      />
    </span>
  );
}
