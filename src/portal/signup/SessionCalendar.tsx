import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { SessionFilter } from '../../../domain/sessions/session-filter.ts';
import type { PublicSession, UpcomingSessions } from '../../../domain/calls/sessions.ts';
import { useModel } from '../../app/useModel.ts';
import { Calendar } from '../../calendar/Calendar.tsx';
import { ADDRESS_REACH } from '../../calendar/calendarAddress.ts';
import { visibleRange } from '../../calendar/layout/ranges.ts';
import type { CalendarItem, CalendarPosition } from '../../calendar/layout/types.ts';
import { useNow } from '../../content/sessions/useNow.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { noticeIcon, stateText } from '../../content/sessions/SessionChip.tsx';
import { audienceText, needTexts, priceText } from './session/conditionTexts.ts';
import { sessionsQuery } from '../../content/sessions/sessionsQuery.ts';
import { SESSION_VIEWS } from './upcomingAddress.ts';

export interface SessionCalendarProps {
  filter: SessionFilter;
  position: CalendarPosition;
  onPosition: (position: CalendarPosition) => void;
}

/** Upcoming sessions in a calendar, in the site's zone; one that is chosen opens its page. */
export function SessionCalendar({ filter, position, onPosition }: SessionCalendarProps) {
  const { site } = useModel();
  const navigate = useNavigate();
  const query = useQuery({
    ...sessionsQuery(filter, visibleRange(position, { views: SESSION_VIEWS })),
    placeholderData: keepPreviousData<UpcomingSessions>,
  });
  const now = useNow();
  const items = useMemo(() => query.data?.sessions.flatMap(sessionItems) ?? [], [query.data]);
  return (
    <>
      {query.error !== null && (
        <Banner
          tone="error"
          title="The events could not be loaded"
          actions={
            <Button size="small" icon="refresh-cw" onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        >
          {query.error.message}
        </Banner>
      )}
      <Calendar
        label="Calendar of upcoming events"
        items={items}
        zone={site.timezone}
        position={position}
        onPosition={onPosition}
        reach={ADDRESS_REACH}
        now={now}
        views={SESSION_VIEWS}
        isViewChosen
        isLoading={query.isPending || query.isPlaceholderData}
        onOpen={({ id }) => void navigate(`/signup/details/${id.split('-')[0]}`)}
      />
    </>
  );
}

/** One for each of its dates. */
function sessionItems(session: PublicSession): CalendarItem[] {
  const { id, title, category, dates, feeCents, hasPrerequisites, audience } = session;
  const icon = noticeIcon(session);
  const needs = [
    feeCents > 0 ? `Fee: ${priceText(feeCents)}` : '',
    hasPrerequisites ? 'Prerequisites' : '',
    ...needTexts(session),
  ];
  if (audience !== undefined) needs.push(audienceText(audience));
  return (dates.length === 0 ? [session] : dates).map(({ start, end, place }, index) => {
    const content = [place, ...needs].filter((part) => part !== '').join(' · ');
    return {
      id: index === 0 ? String(id) : `${id}-${index + 1}`,
      title,
      start,
      end,
      kind: stateText(session),
      ...(icon === undefined ? {} : { icon }),
      ...(content === '' ? {} : { content }),
      ...(category?.color == null ? {} : { color: category.color }),
    };
  });
}
