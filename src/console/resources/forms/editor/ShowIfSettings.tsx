import { FORM_LIMITS } from '../../../../../domain/requests/request-form.ts';
import type { RequestFormSchema, ShowIf } from '../../../../../domain/requests/request-form.ts';
import { COMPARISONS } from '../../../../../domain/requests/request-form-show-if.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ConditionEditor, type ConditionGroup } from '../../../editing/ConditionEditor.tsx';
import { changeField } from './edits.ts';
import type { Comparison } from './edits.ts';
import type { SettingsProps } from './fieldCardProps.ts';
import { ShowIfCondition, startComparison } from './ShowIfCondition.tsx';
import type { Question } from './ShowIfCondition.tsx';
import styles from './settings.module.css';

/** When the field is shown: always, or by rules on earlier answers. */
export function ShowIfSettings({ name, index, field, editor: { schema, edit }, faults }: SettingsProps) {
  const rule = field['x-show-if'];
  const questions = questionsIn(schema, schema['x-order'].slice(0, index));
  const set = (next: ShowIf | undefined) => edit(changeField(schema, name, { 'x-show-if': next }), `${name}/x-show-if`);
  const [first] = questions;
  return (
    <fieldset className={styles.setting}>
      <legend className={styles.settingLabel}>When to show this field</legend>
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
            Show only when…
          </Button>
          {!first && <small>No earlier question to base a condition on.</small>}
        </div>
      ) : (
        <>
          <RuleConditions
            rule={rule}
            questions={questions}
            faultAt={(path) => faults[`x-show-if${path}`]}
            onChange={(next) => set(next ?? undefined)}
          />
          <Button size="small" variant="quiet" icon="x" onClick={() => set(undefined)}>
            Always show
          </Button>
        </>
      )}
    </fieldset>
  );
}

/** The questions with these names that a rule can refer to. */
export function questionsIn(schema: RequestFormSchema, names: readonly string[]): Question[] {
  return names.flatMap((name): Question[] => {
    const field = schema.properties[name];
    return field && COMPARISONS[field['x-field']].length > 0 ? [{ name, field }] : [];
  });
}

interface RuleConditionsProps {
  rule: ShowIf;
  questions: readonly Question[];
  faultAt: (path: string) => string | undefined;
  /** Null: no condition is left. */
  onChange: (rule: ShowIf | null) => void;
}

export function RuleConditions({ rule, questions, faultAt, onChange }: RuleConditionsProps) {
  const [first] = questions;
  // A rule of a single comparison is no group.
  const at = (path: string) => faultAt('field' in rule ? path.replace('/all/0', '') : path);
  return (
    <ConditionEditor
      group={groupOf(rule)}
      start={first && startComparison(first)}
      nesting={FORM_LIMITS.showIfDepth - 2}
      faultAt={at}
      row={(condition, { label, path, onChange: change }) => (
        <ShowIfCondition
          {...{ label, questions }}
          rule={condition}
          faultAt={(key) => at(`${path}/${key}`)}
          onChange={change}
        />
      )}
      onChange={(next) => onChange(next.parts.length === 0 ? null : showIfRule(next))}
    />
  );
}

function groupOf(rule: ShowIf): ConditionGroup<Comparison> {
  if ('field' in rule) return { match: 'all', parts: [rule] };
  const parts = 'all' in rule ? rule.all : rule.any;
  return {
    match: 'all' in rule ? 'all' : 'any',
    parts: parts.map((part) => ('field' in part ? part : groupOf(part))),
  };
}

function showIfRule({ match, parts }: ConditionGroup<Comparison>): ShowIf {
  const rules = parts.map((part) => ('parts' in part ? showIfRule(part) : part));
  return match === 'all' ? { all: rules } : { any: rules };
}
