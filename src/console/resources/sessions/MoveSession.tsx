import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { CommandDialog } from '../../../actions/CommandDialog.tsx';
import { useAsksBefore } from '../../../actions/resourceActions.ts';
import type { MoveQuestionProps } from '../../calendar/moveQuestion.ts';
import { startedChange } from './startedChange.ts';

/** Confirms a move in the calendar: for which sessions of the series, with people who are notified, and in spite of conflicts. */
export function MoveSession({ resource, row, values, onAnswer }: MoveQuestionProps) {
  const started = startedChange(resource, 'move', row, values);
  const asksBefore = useAsksBefore(resource);
  const { data: asks } = useQuery({
    queryKey: ['move question', row['id'], values],
    // Where that cannot be found out, the write says why.
    queryFn: async () =>
      started !== null && (row['seriesId'] != null || (await asksBefore(started).catch(() => false))),
    gcTime: 0,
  });
  const goOn = useEffectEvent(() => onAnswer({ values }));
  useEffect(() => {
    if (asks === false) goOn();
  }, [asks]);
  if (asks !== true || started === null) return null;
  return (
    <CommandDialog
      {...{ resource, ...started }}
      onWritten={(changes) => onAnswer({ changes })}
      onClose={(isDone) => {
        if (!isDone) onAnswer(null);
      }}
    />
  );
}
