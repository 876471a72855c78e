import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Row } from '../../../../domain/model.ts';
import { instantOfWallClock, wallClockOf } from '../../../../domain/zoned-time.ts';
import type { MoveQuestionProps, MoveValues } from '../../calendar/moveQuestion.ts';
import { useConsole } from '../../engine/consoleContext.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { changePlanQuery } from './sessionCalls.ts';
import { sessionIn } from './sessionIn.ts';

/** A session that the calendar moves: asked is how far it goes in its series, and what to do about clashes. */
export function MoveSession({ resource, row, values: given, onPlain, onDone, onClose }: MoveQuestionProps) {
  const { zone } = useConsole();
  const session = sessionIn(row);
  const values = withDates(row, given, zone);
  const plan = useQuery(changePlanQuery(session.id, { scope: 'one', values }));
  const isSettled = plan.data !== undefined || plan.error !== null;
  const hasClash = plan.data?.sessions.some(({ clashes }) => clashes.length > 0) ?? false;
  const isPlain = session.seriesId === null && isSettled && !hasClash;
  const goOn = useEffectEvent(() => onPlain(values));
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
      onClose={onClose}
      onDone={(changes) => onDone(changes)}
    />
  );
}

/** A session of several dates is moved as a whole: each by as much local time as its start. */
function withDates(row: Row, values: MoveValues, zone: string): MoveValues {
  const { dates } = row;
  const [start, end] = [
    movedBy(row['startsAt'], values['startsAt'], zone),
    movedBy(row['endsAt'], values['endsAt'], zone),
  ];
  if (!Array.isArray(dates) || start === null || start !== end) return values;
  const at = (value: unknown): string => {
    const wall = Date.parse(`${wallClockOf(String(value), zone)}Z`) + start;
    return instantOfWallClock(new Date(wall).toISOString().slice(0, 16), zone) ?? String(value);
  };
  const moved = dates.map((date) => ({
    ...(date as Row),
    startsAt: at((date as Row)['startsAt']),
    endsAt: at((date as Row)['endsAt']),
  }));
  return { ...values, dates: moved };
}

/** In milliseconds of local time; null where one of them is none. */
function movedBy(from: unknown, to: unknown, zone: string): number | null {
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  const wall = (instant: string) => Date.parse(`${wallClockOf(instant, zone)}Z`);
  return wall(to) - wall(from);
}
