import { Link, useNavigate } from 'react-router-dom';
import type { Form, FormGroup } from '../../../../../domain/generated/resources.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { Chip } from '../../../../ui/Chip.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Menu, type MenuItem } from '../../../../ui/Menu.tsx';
import { Table } from '../../../../ui/Table.tsx';
import { ListLead } from '../../../list/ListLead.tsx';
import { COST_TEXTS } from '../../../../requests/costTexts.ts';
import { reordered, type RowChange } from './reordered.ts';
import styles from './manage.module.css';

interface GroupCardProps {
  /** null: the forms without a group. */
  group: FormGroup | null;
  forms: Form[];
  /** The numbers of the published versions, by their ids. */
  numbers: ReadonlyMap<number, number>;
  isFirst?: boolean;
  isLast?: boolean;
  onMove?: (step: -1 | 1) => void;
  onSave: (changes: readonly RowChange[]) => void;
  onNew: (groupId: number) => void;
}

/** A group of forms with what can be done with them. */
export function GroupCard({ group, forms, numbers, onSave, ...props }: GroupCardProps) {
  const title = group?.title ?? 'No group';
  return (
    <Card
      flush={forms.length > 0}
      className={styles.group}
      title={
        <span className={styles.groupTitle}>
          {title}
          {group && !group.active && <Chip>Inactive</Chip>}
        </span>
      }
      description={
        group === null
          ? 'Customers cannot find these forms by group.'
          : group.description && <ListLead>{group.description}</ListLead>
      }
      actions={group && <GroupActions {...props} group={group} />}
    >
      {forms.length === 0 ? (
        <p className={styles.empty}>This group has no forms yet.</p>
      ) : (
        <Table
          caption={`Forms in ${title}`}
          rows={forms}
          rowKey={(form) => form.id}
          columns={[
            {
              key: 'title',
              header: 'Form',
              cell: (form) => (
                <Link className={styles.formName} to={`/requests/manage/form/${form.id}`}>
                  {form.title}
                </Link>
              ),
            },
            {
              key: 'cost',
              header: 'Cost',
              cell: (form) => (form.forEvents ? 'Sign-up questions' : COST_TEXTS[form.costType].title),
            },
            {
              key: 'version',
              header: 'Published',
              cell: (form) => <FormState form={form} number={numbers.get(form.currentVersionId ?? 0)} />,
            },
            {
              key: 'actions',
              header: 'Actions',
              align: 'end',
              cell: (form) => <FormActions form={form} forms={forms} onSave={onSave} />,
            },
          ]}
        />
      )}
    </Card>
  );
}

type GroupActionsProps = Omit<GroupCardProps, 'forms' | 'numbers' | 'onSave' | 'group'> & { group: FormGroup };

function GroupActions({ group: { id, title }, isFirst = false, isLast = false, onMove, onNew }: GroupActionsProps) {
  const navigate = useNavigate();
  return (
    <span className={styles.groupActions}>
      <Button size="small" icon="plus" aria-label={`New form in ${title}`} onClick={() => onNew(id)}>
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
            onSelect: () => void navigate(`/requests/manage/groups/${id}`),
          },
          ...moveItems({ isFirst, isLast, onMove: (step) => onMove?.(step) }),
        ]}
        trigger={(trigger) => <IconButton {...trigger} icon="ellipsis" size="small" label={`More for ${title}`} />}
      />
    </span>
  );
}

interface Moves {
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: -1 | 1) => void;
}

function moveItems({ isFirst, isLast, onMove }: Moves): [up: MenuItem, down: MenuItem] {
  return [
    { key: 'up', label: 'Move up', icon: 'arrow-up', disabled: isFirst, onSelect: () => onMove(-1) },
    { key: 'down', label: 'Move down', icon: 'arrow-down', disabled: isLast, onSelect: () => onMove(1) },
  ];
}

function FormState({ form, number }: { form: Form; number: number | undefined }) {
  if (form.currentVersionId === null)
    return (
      <Chip tone="orange" icon="circle-dashed">
        Not published
      </Chip>
    );
  if (!form.active) return <Chip icon="eye-off">Inactive</Chip>;
  return (
    <Chip tone="green" icon="circle-check">
      {number === undefined ? 'Published' : `Version ${number}`}
    </Chip>
  );
}

interface FormActionsProps extends Pick<GroupCardProps, 'onSave'> {
  form: Form;
  forms: Form[];
}

function FormActions({ form, forms, onSave }: FormActionsProps) {
  const navigate = useNavigate();
  const { id, name, title, active } = form;
  const link = (key: string, label: string, icon: MenuItem['icon'], to: string): MenuItem => ({
    key,
    label,
    ...(icon && { icon }),
    onSelect: () => void navigate(to),
  });
  const index = forms.indexOf(form);
  const [up, down] = moveItems({
    isFirst: index === 0,
    isLast: index === forms.length - 1,
    onMove: (step) => onSave(reordered(forms, index, step)),
  });
  const canBeOpened = active && !form.forEvents && form.currentVersionId !== null;
  return (
    <span className={styles.rowActions}>
      <ButtonLink size="small" icon="pencil" to={`/requests/manage/form/${id}`} aria-label={`Edit ${title}`}>
        Edit
      </ButtonLink>
      <Menu
        label={`Actions for ${title}`}
        align="end"
        items={[
          link('settings', 'Settings', 'settings-2', `/requests/manage/forms/${id}`),
          link('requests', 'View requests', 'inbox', `/requests/viewsubmissions?formId=${id}`),
          ...(canBeOpened ? [link('open', 'View as a customer', 'eye', `/requests/view/${name}`)] : []),
          { ...up, divided: true },
          down,
          {
            key: 'active',
            label: active ? 'Deactivate' : 'Activate',
            icon: active ? 'eye-off' : 'eye',
            divided: true,
            onSelect: () => onSave([{ row: form, data: { active: !active } }]),
          },
        ]}
        trigger={(trigger) => <IconButton {...trigger} icon="ellipsis" size="small" label={`More for ${title}`} />}
      />
    </span>
  );
}
