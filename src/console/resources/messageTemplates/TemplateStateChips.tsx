import type { TemplateState, TemplateSummary } from '../../../../domain/calls/templates.ts';
import type { IconName } from '../../../../domain/declarations/icons.ts';
import { Chip, type Tone } from '../../../ui/Chip.tsx';
import layout from '../../../ui/layout.module.css';

const STATES: Readonly<Record<TemplateState, { label: string; tone: Tone; icon: IconName }>> = {
  shipped: { label: 'Default', tone: 'grey', icon: 'archive' },
  changed: { label: 'Changed', tone: 'blue', icon: 'pencil' },
  faulty: { label: 'Not used: has errors', tone: 'red', icon: 'triangle-alert' },
};

export function TemplateStateChips({ template: { state, isShippedNewer } }: { template: TemplateSummary }) {
  const { label, tone, icon } = STATES[state];
  return (
    <span className={layout.toolbar1}>
      <Chip tone={tone} icon={icon}>
        {label}
      </Chip>
      {isShippedNewer && (
        <Chip tone="orange" icon="info">
          New default text
        </Chip>
      )}
    </span>
  );
}
