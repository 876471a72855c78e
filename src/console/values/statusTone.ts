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
  error: { tone: 'red', icon: 'circle-x' },
  warning: { tone: 'orange', icon: 'triangle-alert' },
};

/** Fields of these names hold states: a chip with a word and an icon each. */
const STATES = ['status', 'level'];

/** How a value of a field that holds states looks, plain grey where its word is not known; null for other fields. */
export function chipLook(fieldName: string, value: string): { tone: Tone; icon: IconName } | null {
  return STATES.includes(fieldName) ? (LOOKS[value] ?? { tone: 'grey', icon: 'circle' }) : null;
}
