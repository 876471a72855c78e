import type { Role, Row } from '../../../../domain/declarations/model.ts';
import { GrantCell, Legend, rulesOf, type MatrixProps, type Target } from './PermissionMatrix.tsx';
import styles from './permissions.module.css';

export interface RoleRulesProps {
  role: Role;
  targets: readonly Target[];
  rules: readonly Row[];
  onOpen: MatrixProps['onOpen'];
}

export function RoleRules({ role, targets, rules, onOpen }: RoleRulesProps) {
  return (
    <>
      <ul className={styles.byRole} aria-label={role.label}>
        {targets.map((target) => (
          <li key={target.name}>
            <span>{target.label}</span>
            <GrantCell role={role} target={target} rules={rulesOf(rules, role, target)} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <Legend />
    </>
  );
}
