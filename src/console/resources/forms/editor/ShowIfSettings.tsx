import { FORM_LIMITS } from '../../../../../domain/requests/request-form.ts';
import type { ShowIf } from '../../../../../domain/requests/request-form.ts';
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
  const questions = schema['x-order'].slice(0, index).flatMap((other): Question[] => {
    const earlier = schema.properties[other];
    return earlier && COMPARISONS[earlier['x-field']].length > 0 ? [{ name: other, field: earlier }] : [];
  });
  const set = (next: ShowIf | undefined) => edit(changeField(schema, name, { 'x-show-if': next }), `${name}/x-show-if`);
  // A rule of a single comparison is no group.
  const isSingle = rule !== undefined && 'field' in rule;
  const faultAt = (path: string) => faults[`x-show-if${isSingle ? path.replace('/all/0', '') : path}`];
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
          <ConditionEditor
            group={groupOf(rule)}
            start={first && startComparison(first)}
            nesting={FORM_LIMITS.showIfDepth - 2}
            faultAt={faultAt}
            row={(condition, { label, path, onChange }) => (
              <ShowIfCondition
                {...{ label, questions, onChange }}
                rule={condition}
                faultAt={(key) => faultAt(`${path}/${key}`)}
              />
            )}
            onChange={(next) => set(next.parts.length === 0 ? undefined : showIfRule(next))}
          />
          <Button size="small" variant="quiet" icon="x" onClick={() => set(undefined)}>
            Show it always
          </Button>
        </>
      )}
    </fieldset>
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
