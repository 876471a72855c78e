import { statusLooks as declared } from '../../domain/generated/status-looks.ts';
import type { IconName } from '../../domain/icons.ts';
import type { Status } from '../../domain/workflow.ts';
import type { Tone } from './Chip.tsx';
import { addDrawings } from './iconDrawings.ts';
import { statusIcons } from './statusIcons.ts';

addDrawings(statusIcons);

/** Colours as schemas/resources/submissions.json declares them; the icon says the same to those who see no colour. */
export const statusLooks: Readonly<Record<Status, { tone: Tone; icon: IconName }>> = declared;
