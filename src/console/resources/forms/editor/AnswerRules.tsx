import { FORM_LIMITS, type AnswerRule } from '../../../../../domain/requests/request-form.ts';
import { Button } from '../../../../ui/Button.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import { changeField } from './edits.ts';
import type { SettingsProps } from './fieldCardProps.ts';
import { startComparison } from './ShowIfCondition.tsx';
import { questionsIn, RuleConditions } from './ShowIfSettings.tsx';
import styles from './settings.module.css';

/** When an answer is refused, by the answers up to its field, and what to say then. */
export function AnswerRules({ name, index, field, editor: { schema, edit }, faults }: SettingsProps) {
  const rules = field['x-rules'] ?? [];
  const questions = questionsIn(schema, schema['x-order'].slice(0, index + 1));
  const own = questions.at(-1);
  const set = (next: readonly AnswerRule[], setting = '') =>
    edit(
      changeField(schema, name, { 'x-rules': next.length === 0 ? undefined : [...next] }),
      `${name}/x-rules${setting}`,
    );
  const replace = (at: number, rule: AnswerRule | null, setting?: string) =>
    set(
      rules.flatMap((other, place) => (place === at ? (rule ?? []) : [other])),
      setting,
    );
  return (
    <fieldset className={styles.setting}>
      <legend className={styles.settingLabel}>When to reject the answer</legend>
      {rules.map((rule, at) => (
        <div key={at} className={styles.rule}>
          <RuleConditions
            rule={rule.when}
            questions={questions}
            faultAt={(path) => faults[`x-rules/${at}/when${path}`]}
            onChange={(when) => replace(at, when && { ...rule, when })}
          />
          <TextField
            label="Message"
            help="Tell people what to do, such as “Make one side 42 in or less”."
            value={rule.message}
            maxLength={FORM_LIMITS.titleLength}
            error={faults[`x-rules/${at}/message`]}
            onChange={({ target }) => replace(at, { ...rule, message: target.value }, `/${at}`)}
          />
          <Button size="small" variant="quiet" icon="x" onClick={() => replace(at, null)}>
            Remove rule
          </Button>
        </div>
      ))}
      <Button
        size="small"
        variant="quiet"
        icon="plus"
        disabled={!own || rules.length >= FORM_LIMITS.rules}
        onClick={() => own && set([...rules, { when: { all: [startComparison(own)] }, message: '' }])}
      >
        Add rule
      </Button>
    </fieldset>
  );
}
