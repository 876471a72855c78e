import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Role, Row } from '../../../../domain/declarations/model.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useConsole } from '../../engine/consoleContext.ts';
import { createPath, editPath } from '../../engine/paths.ts';
import { targetRules, type Target } from './PermissionMatrix.tsx';
import { actionLabels, describeCondition, describeFields, textList } from './describeRule.ts';
import layout from '../../../ui/layout.module.css';
import styles from './permissions.module.css';

export interface RulesDialogProps {
  resource: ClientResource;
  role: Role;
  target: Target;
  rules: readonly Row[];
  onClose: () => void;
}

/** The rules behind a cell of the matrix. */
export function RulesDialog({ resource, role, target, rules, onClose }: RulesDialogProps) {
  const own = targetRules(rules, role, target);
  const added = `${createPath(resource)}?source=${encodeURIComponent(JSON.stringify({ role: role.name, resource: target.name }))}`;
  return (
    <Dialog
      title={`${role.label}: ${target.label}`}
      width={560}
      closeButton
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {resource.can.create && (
            <ButtonLink variant="primary" icon="plus" to={added}>
              Add rule
            </ButtonLink>
          )}
        </>
      }
    >
      {own.length === 0 && (
        <p>
          No rule grants access here
          {target.name === '*' ? '' : ', except rules for all resources and for the roles that everyone has'}.
        </p>
      )}
      <ul className={layout.stack2}>
        {own.map((rule) => (
          <RuleSummary key={String(rule['id'])} rule={rule} resource={resource} />
        ))}
      </ul>
    </Dialog>
  );
}

function RuleSummary({ rule, resource }: { rule: Row; resource: ClientResource }) {
  const { resources, zone } = useConsole();
  const labels = actionLabels(resources, rule['resource']);
  const actions = textList(rule['actions'])
    .map((action) => labels[action]?.label ?? action)
    .join(', ');
  return (
    <li className={styles.rule}>
      <div>
        <p className={styles.ruleActions}>{actions || 'Nothing'}</p>
        <p>{describeCondition(rule['condition'], resources, rule['resource'], zone)}</p>
        <p className={styles.quiet}>
          Reads {describeFields(rule['readFields'])}, writes {describeFields(rule['writeFields'])}
        </p>
        {typeof rule['description'] === 'string' && <p className={styles.quiet}>{rule['description']}</p>}
      </div>
      {resource.can.update && (
        <ButtonLink size="small" icon="pencil" to={editPath(resource, rule['id'] as number)}>
          Edit
        </ButtonLink>
      )}
    </li>
  );
}
