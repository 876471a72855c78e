import type { Status } from '../../domain/requests/workflow.ts';
import { Chip } from './Chip.tsx';
import { statusLooks } from './statusLooks.ts';

export interface StatusChipProps {
  status: Status;
  label?: string;
  title?: string;
}

export function StatusChip({ status, label, title }: StatusChipProps) {
  const { tone, icon } = statusLooks[status];
  return (
    <Chip tone={tone} icon={icon} {...(title === undefined ? {} : { title })}>
      {label ?? statusText(status)}
    </Chip>
  );
}

/** "ReadyForPickup" becomes "Ready for pickup". */
function statusText(status: Status): string {
  const text = status.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
