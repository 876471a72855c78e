import { useModel } from '../../../app/useModel.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { stateLook } from './pageState.ts';
import type { PageStateFacts } from './pageState.ts';

export function PageStateChip(page: PageStateFacts) {
  const { label, tone, icon } = stateLook(page, useModel().site.timezone);
  return (
    <Chip tone={tone} icon={icon}>
      {label}
    </Chip>
  );
}
