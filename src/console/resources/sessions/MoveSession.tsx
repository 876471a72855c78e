import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { MoveQuestionProps } from '../../calendar/moveQuestion.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { changePlanQuery, sessionIn } from './plans.ts';

/** Confirms a move in the calendar: for which sessions of the series, and in spite of conflicts. */
export function MoveSession({ resource, row, values, onAnswer }: MoveQuestionProps) {
  const session = sessionIn(row);
  const plan = useQuery(changePlanQuery(session.id, { scope: 'one', values }));
  const isSettled = plan.data !== undefined || plan.error !== null;
  const hasConflict = plan.data?.sessions.some(({ conflicts }) => conflicts.length > 0) ?? false;
  const isPlain = session.seriesId === null && isSettled && !hasConflict;
  const goOn = useEffectEvent(() => onAnswer({ values }));
  useEffect(() => {
    if (isPlain) goOn();
  }, [isPlain]);
  if (isPlain || !isSettled) return null;
  return (
    <ChangeDialog
      resource={resource}
      verb="Move"
      session={session}
      values={values}
      onClose={() => onAnswer(null)}
      onDone={(changes) => onAnswer({ changes })}
    />
  );
}
