import { FORM_LIMITS } from '../../../../../domain/requests/request-form.ts';
import type { ShowIf } from '../../../../../domain/requests/request-form.ts';
import { COMPARISONS } from '../../../../../domain/requests/request-form-show-if.ts';
import { Button } from '../../../../ui/Button.tsx';
import { FieldError } from '../../../../ui/Field.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Select } from '../../../../ui/SelectField.tsx';
import { changeField } from './edits.ts';
import type { Comparison } from './edits.ts';
import type { SettingsProps } from './fieldCardProps.ts';
import { ShowIfCondition, startComparison } from './ShowIfCondition.tsx';
import type { Question } from './ShowIfCondition.tsx';
import layout from '../../../../ui/layout.module.css';
import styles from './settings.module.css';

type Group = Exclude<ShowIf, Comparison>;

/** When the field is shown: always, or by rules on earlier answers. */
export function ShowIfSettings({ name, index, field, editor: { schema, edit }, faults }: SettingsProps) {
  const rule = field['x-show-if'];
  const questions = schema['x-order'].slice(0, index).flatMap((other): Question[] => {
    const earlier = schema.properties[other];
    return earlier && COMPARISONS[earlier['x-field']].length > 0 ? [{ name: other, field: earlier }] : [];
  });
  const set = (next: ShowIf | undefined) => edit(changeField(schema, name, { 'x-show-if': next }), `${name}/x-show-if`);
  const faultAt = (path: string): string | undefined => faults[`x-show-if${path}`];
  const [first] = questions;
  return (
    <fieldset className={styles.setting}>
      <legend className={styles.settingLabel}>When it is shown</legend>
      {rule === undefined ? (
        <div className={styles.always}>
          <span>Always</span>
          <Button
            size="small"
            variant="quiet"
            icon="list-filter"
            disabled={!first}
            onClick={() => first && set({ all: [startComparison(first)] })}
          >
            Show it only when…
          </Button>
          {!first && <small>There is no question before it to depend on.</small>}
        </div>
      ) : (
        <>
          <RuleGroup
            group={asGroup(rule)}
            path={'field' in rule ? null : ''}
            depth={1}
            questions={questions}
            faultAt={faultAt}
            onChange={(next) => set(next ?? undefined)}
          />
          <Button size="small" variant="quiet" icon="x" onClick={() => set(undefined)}>
            Show it always
          </Button>
        </>
      )}
    </fieldset>
  );
}

interface RuleGroupProps {
  group: Group;
  /** JSON pointer of the group below x-show-if; null for a single comparison. */
  path: string | null;
  depth: number;
  questions: readonly Question[];
  faultAt: (path: string) => string | undefined;
  /** null: the group has become empty. */
  onChange: (group: Group | null) => void;
}

function RuleGroup({ group, path, depth, questions, faultAt, onChange }: RuleGroupProps) {
  const kind = 'all' in group ? 'all' : 'any';
  const parts = 'all' in group ? group.all : group.any;
  const pathOf = (index: number) => (path === null ? '' : `${path}/${kind}/${index}`);
  const setParts = (next: ShowIf[]) =>
    onChange(next.length === 0 ? null : kind === 'all' ? { all: next } : { any: next });
  const replace = (index: number, part: ShowIf | null) =>
    setParts(parts.flatMap((other, place) => (place === index ? (part ?? []) : other)));
  const [first] = questions;
  const start = first && startComparison(first);
  const canNest = depth + 1 < FORM_LIMITS.showIfDepth;
  return (
    <div className={styles.ruleGroup}>
      <div className={styles.ruleKind}>
        <Select
          aria-label="How the conditions combine"
          options={[
            { value: 'all', label: 'All of these hold' },
            { value: 'any', label: 'Any of these holds' },
          ]}
          value={kind}
          onChange={(event) => onChange(event.target.value === 'all' ? { all: parts } : { any: parts })}
        />
      </div>
      {parts.map((part, index) => (
        <div key={index} className={styles.rulePart}>
          {'field' in part ? (
            <ShowIfCondition
              rule={part}
              questions={questions}
              faultAt={(key) => faultAt(`${pathOf(index)}/${key}`)}
              onChange={(next) => replace(index, next)}
            />
          ) : (
            <RuleGroup
              group={part}
              path={pathOf(index)}
              depth={depth + 1}
              questions={questions}
              faultAt={faultAt}
              onChange={(next) => replace(index, next)}
            />
          )}
          <IconButton icon="x" size="small" label="Remove this condition" onClick={() => replace(index, null)} />
        </div>
      ))}
      <FieldError controlId={`rule${path ?? ''}`}>
        {path !== null && path !== '' ? faultAt(path) : faultAt('')}
      </FieldError>
      <div className={layout.toolbar2}>
        {start && (
          <Button size="small" variant="quiet" icon="plus" onClick={() => setParts([...parts, start])}>
            Add a condition
          </Button>
        )}
        {start && canNest && (
          <Button
            size="small"
            variant="quiet"
            icon="list-plus"
            onClick={() => setParts([...parts, { [kind === 'all' ? 'any' : 'all']: [start] } as Group])}
          >
            Add a group
          </Button>
        )}
      </div>
    </div>
  );
}

function asGroup(rule: ShowIf): Group {
  return 'field' in rule ? { all: [rule] } : rule;
}
