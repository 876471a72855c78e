import type { IconName } from '../../../domain/icons.ts';
import type { Tone } from '../../ui/Chip.tsx';
import { statusLooks } from '../../ui/statusLooks.ts';

const LOOKS: Readonly<Record<string, { tone: Tone; icon: IconName }>> = {
  ...statusLooks,
  draft: { tone: 'grey', icon: 'circle-dashed' },
  published: { tone: 'green', icon: 'circle-check' },
  confirmed: { tone: 'green', icon: 'circle-check' },
  attended: { tone: 'green', icon: 'badge-check' },
  active: { tone: 'green', icon: 'circle-check' },
  blocked: { tone: 'red', icon: 'circle-x' },
  done: { tone: 'blue', icon: 'check' },
  waitlisted: { tone: 'orange', icon: 'clock' },
  offered: { tone: 'orange', icon: 'clock' },
  held: { tone: 'orange', icon: 'clock' },
  pending: { tone: 'orange', icon: 'clock' },
  cancelled: { tone: 'red', icon: 'circle-x' },
  noShow: { tone: 'red', icon: 'circle-x' },
  expired: { tone: 'grey', icon: 'archive' },
};

/** How a value of a field called "status" looks; one without a known word stays plain grey. */
export function statusLook(value: string | number): { tone: Tone; icon: IconName } {
  return LOOKS[String(value)] ?? { tone: 'grey', icon: 'circle' };
}
