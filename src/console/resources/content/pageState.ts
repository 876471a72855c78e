import { formatInstant } from '../../../../domain/values/formats.ts';
import type { IconName } from '../../../../domain/declarations/icons.ts';
import type { Tone } from '../../../ui/Chip.tsx';

export interface PageStateFacts {
  isPublished: boolean;
  hasDraft: boolean;
  publishAt: string | null;
  deletedAt?: string | null;
}

export type StateKey = 'published' | 'draft' | 'changed' | 'scheduled' | 'deleted';

export const STATES: readonly { key: StateKey; label: string }[] = [
  { key: 'published', label: 'Published' },
  { key: 'draft', label: 'Draft' },
  { key: 'changed', label: 'Changes not published' },
  { key: 'scheduled', label: 'Scheduled' },
  { key: 'deleted', label: 'Deleted' },
];

export function pageStateKey({ isPublished, hasDraft, publishAt, deletedAt = null }: PageStateFacts): StateKey {
  if (deletedAt !== null) return 'deleted';
  if (publishAt !== null) return 'scheduled';
  if (!isPublished) return 'draft';
  return hasDraft ? 'changed' : 'published';
}

const LOOKS: Record<StateKey, { tone: Tone; icon: IconName }> = {
  published: { tone: 'green', icon: 'circle-check' },
  draft: { tone: 'grey', icon: 'circle-dashed' },
  changed: { tone: 'orange', icon: 'circle-dot' },
  scheduled: { tone: 'blue', icon: 'calendar-clock' },
  deleted: { tone: 'red', icon: 'trash-2' },
};

/** Label, tone and icon of a page's state. */
export function stateLook(page: PageStateFacts, zone: string): { label: string; tone: Tone; icon: IconName } {
  const key = pageStateKey(page);
  const label =
    key === 'scheduled' && page.publishAt !== null
      ? `Scheduled for ${formatInstant(page.publishAt, zone)}`
      : (STATES.find((state) => state.key === key)?.label ?? key);
  return { label, ...LOOKS[key] };
}
