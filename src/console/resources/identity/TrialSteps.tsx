import type { CheckOutcome } from '../../../../domain/calls/debug.ts';
import type { TrialStep } from '../../../../domain/calls/logins.ts';
import { Chip, type Tone } from '../../../ui/Chip.tsx';
import type { IconProps } from '../../../ui/Icon.tsx';
import styles from './identity.module.css';

const OUTCOMES: Readonly<Record<CheckOutcome, { tone: Tone; icon: IconProps['name']; label: string }>> = {
  passed: { tone: 'green', icon: 'circle-check', label: 'Passed' },
  attention: { tone: 'orange', icon: 'triangle-alert', label: 'Look at this' },
  failed: { tone: 'red', icon: 'triangle-alert', label: 'Failed' },
  skipped: { tone: 'grey', icon: 'circle-dashed', label: 'Nothing to check' },
};

/** What a trial found at one server, step by step. */
export function TrialSteps({ of, steps }: { of: string; steps: readonly TrialStep[] }) {
  return (
    <section aria-label={`Trial of ${of}`}>
      <h3 className={styles.server}>{of}</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={step.title} step={step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { title, outcome, says, todo, ms } }: { step: TrialStep }) {
  const { tone, icon, label } = OUTCOMES[outcome];
  return (
    <li>
      <Chip tone={tone} icon={icon}>
        {label}
      </Chip>{' '}
      <strong>{title}</strong> <span className={styles.quiet}>{ms} ms</span>
      <p className={styles.says}>
        {says}
        {todo !== undefined && <strong> {todo}</strong>}
      </p>
    </li>
  );
}
