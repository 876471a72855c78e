import { statusLooks as declared } from '../../domain/generated/status-looks.ts';
import type { IconName } from '../../domain/declarations/icons.ts';
import type { Status } from '../../domain/requests/workflow.ts';
import type { Tone } from './Chip.tsx';
import { addDrawings } from './iconDrawings.ts';
import { statusIcons } from './statusIcons.ts';

addDrawings(statusIcons);

/** Tones as declared in schemas/resources/submissions.json; the icon conveys the same without color. */
export const statusLooks: Readonly<Record<Status, { tone: Tone; icon: IconName }>> = declared;
