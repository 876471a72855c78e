import type { Role, Row } from '../../../../domain/declarations/model.ts';
import { useConsole } from '../../engine/consoleContext.ts';
import { classNames } from '../../../ui/classNames.ts';
import { FULL_ACCESS, actionLabels, describeActions, isUnlimitedRule, textList } from './describeRule.ts';
import pageTable from '../../../ui/pageTable.module.css';
import styles from './permissions.module.css';

/** A row of the matrix: a resource, or "*" for all. */
export interface Target {
  name: string;
  label: string;
}

export interface MatrixProps {
  roles: readonly Role[];
  targets: readonly Target[];
  rules: readonly Row[];
  onOpen: (cell: { role: Role; target: Target }) => void;
}

/** Resources by roles; a cell shows what the role may do and opens its rules. */
export function PermissionMatrix({ roles, targets, rules, onOpen }: MatrixProps) {
  return (
    <div className={classNames(pageTable.box, styles.scroll)} tabIndex={-1}>
      <table className={styles.matrix}>
        <caption className="visually-hidden">What each role can do with each resource</caption>
        <thead className={pageTable.head}>
          <tr>
            <th scope="col" className={styles.corner}>
              Resource
            </th>
            {roles.map((role) => (
              <th key={role.name} scope="col" title={role.description}>
                <span className={styles.role}>{role.label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {targets.map((target) => (
            <tr key={target.name}>
              <th scope="row">{target.label}</th>
              {roles.map((role) => (
                <td key={role.name}>
                  <GrantCell role={role} target={target} rules={targetRules(rules, role, target)} onOpen={onOpen} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function targetRules(rules: readonly Row[], role: Role, target: Target): Row[] {
  return rules.filter((rule) => rule['role'] === role.name && rule['resource'] === target.name);
}

interface GrantCellProps {
  role: Role;
  target: Target;
  rules: Row[];
  onOpen: MatrixProps['onOpen'];
}

/** Actions that change nothing. */
const READING = ['read', 'export', 'history'];

export function GrantCell({ role, target, rules, onOpen }: GrantCellProps) {
  const labels = actionLabels(useConsole().resources, target.name);
  const granted = Object.keys(labels).filter((action) =>
    rules.some((rule) => textList(rule['actions']).includes(action)),
  );
  const isLimited = granted.length > 0 && !rules.some(isUnlimitedRule);
  const all = granted.map((action) => labels[action]?.label.toLowerCase()).join(', ');
  return (
    <button
      type="button"
      className={classNames(
        styles.cell,
        granted.length > 0 && styles.granted,
        granted.some((action) => !READING.includes(action)) && styles.writes,
      )}
      title={granted.length > 0 ? `${all}${isLimited ? ' (some rows or fields)' : ''}` : 'Nothing'}
      aria-label={`${role.label}, ${target.label}: ${all || 'nothing'}${isLimited ? ', some rows or fields' : ''}`}
      onClick={() => onOpen({ role, target })}
    >
      {granted.length === 0 ? '–' : describeActions(granted)}
      {isLimited && <span className={styles.limited}>Limited</span>}
    </button>
  );
}

export function Legend() {
  return (
    <ul className={styles.legend} aria-label="Legend">
      <li>
        <span className={classNames(styles.sample, styles.granted)}>Blue</span> can read
      </li>
      <li>
        <span className={classNames(styles.sample, styles.granted, styles.writes)}>Green</span> can change
      </li>
      <li>
        <b>–</b> nothing
      </li>
      <li>
        <b>{FULL_ACCESS}</b> read, create, edit, delete, export, history
      </li>
      <li>
        <b>Actions</b> buttons of the resource, such as Deactivate
      </li>
      <li>
        <b>Limited</b> some rows or fields only
      </li>
    </ul>
  );
}
