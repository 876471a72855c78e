import { useMemo, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { DAY_CARD } from '../../../domain/values/constants.ts';
import type { LocationCalendar, WeekHours } from '../../../domain/calls/places.ts';
import { listedDays, type EffectiveDay } from '../../../domain/hours/hours.ts';
import { matchRoute } from '../../../domain/access/match-route.ts';
import { useModel } from '../../app/useModel.ts';
import type { SpecialHoursBand } from '../../calendar/layout/types.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { callQuery } from '../../app/callApi.ts';
import { ContentImage } from './ContentImage.tsx';
import { calendarItems } from './calendarItems.ts';
import { scaleHours } from './dayHours.ts';
import { DayEvents } from './DayEvents.tsx';
import { showEvent } from './eventDialog.tsx';
import { hourBands } from './hourBands.ts';
import { HoursList } from './HoursList.tsx';
import { localClock } from './localClock.ts';
import { openState, todayState, type OpenState } from './openState.ts';
import { PlaceState } from './PlaceState.tsx';
import { useNow } from '../sessions/useNow.ts';
import { ZoneNote } from '../sessions/ZoneNote.tsx';
import { pictureSizes, type CardProps } from './cardProps.ts';
import shared from './cards.module.css';
import styles from './LocationCard.module.css';

/** So that a display running all day moves on to the next day. In milliseconds. */
const REFRESH = 5 * 60_000;

type Place = Pick<WeekHours, 'displayName' | 'buildingCode' | 'room'>;

export function LocationCard(props: CardProps) {
  const { data } = props;
  if (data.id === undefined)
    return (
      <Frame {...props} place={null}>
        <Missing />
      </Frame>
    );
  return data.mode === 'day' ? <DayOfPlace {...props} id={data.id} /> : <HoursOfPlace {...props} id={data.id} />;
}

function HoursOfPlace({ id, ...props }: CardProps & { id: number }) {
  const { data: week, isPending } = useQuery({
    ...callQuery('GET /api/locations/:id/hours', { params: { id } }),
    refetchInterval: REFRESH,
  });
  return (
    <Frame {...props} place={week ?? null}>
      {isPending && <Skeleton height={7 * 41} />}
      {!isPending && (week?.days == null ? <Missing /> : <Hours week={week} days={week.days} />)}
    </Frame>
  );
}

function Hours({ week, days }: { week: WeekHours; days: NonNullable<WeekHours['days']> }) {
  const clock = localClock(useNow() ?? week.asOf, week.clock);
  const state = openState(week.next === null ? days : [...days, week.next], clock);
  return (
    <>
      <PlaceState state={state ?? todayState(days.find(({ date }) => date === week.today))} />
      <ZoneNote timezone={week.timezone} />
      <HoursList days={listedDays(days, week.weekends)} today={clock?.date ?? week.today} />
    </>
  );
}

function DayOfPlace({ id, ...props }: CardProps & { id: number }) {
  const { data: calendar, isPending } = useQuery({
    ...callQuery('GET /api/ViewScheduling/GetCalendarFor/:id', { params: { id }, query: { today: 'true' } }),
    refetchInterval: REFRESH,
  });
  return (
    <Frame {...props} place={calendar?.location ?? null}>
      {isPending && <Skeleton height={341} />}
      {!isPending && (calendar === undefined ? <Missing /> : <Day calendar={calendar} />)}
    </Frame>
  );
}

function Day({ calendar }: { calendar: LocationCalendar }) {
  const { events, hours, days, clock: offsets, location } = calendar;
  const { timezone } = location;
  const now = useNow();
  const clock = localClock(now, offsets);
  const items = useMemo(() => calendarItems(calendar), [calendar]);
  const bands = useMemo(() => (hours === null ? [] : days.flatMap(closedBands)), [hours, days]);
  const scale = scaleHours(hours);
  const date = hours?.date ?? clock?.date ?? events[0]?.start.slice(0, 10) ?? '';
  return (
    <>
      <PlaceState state={dayState(hours && days[0], events.length)} />
      <ZoneNote timezone={timezone} />
      <DayEvents
        label="Events today"
        items={items}
        date={date}
        offsets={offsets}
        now={now}
        timeFrom={scale.from * 60}
        timeTo={scale.to * 60}
        hours={bands}
        cellHeight={DAY_CARD.cellHeight}
        height={DAY_CARD.height}
        onOpen={({ id: chosen }) => {
          const item = items.find(({ id }) => id === chosen);
          if (item !== undefined) showEvent(item.event, date, timezone);
        }}
      />
    </>
  );
}

/** Why a whole day is closed is said above it. */
function closedBands(day: EffectiveDay): SpecialHoursBand[] {
  const closed = hourBands(day).filter(({ look }) => look === 'closed');
  return day.intervals.length > 0 ? closed : closed.map((band) => ({ ...band, label: '' }));
}

function Frame({
  card,
  data: { id, imageUrl, imageAlt = '' },
  span,
  level,
  isFirstPicture,
  place,
  children,
}: CardProps & { place: Place | null; children: ReactNode }) {
  const { routes } = useModel();
  const Heading = `h${level}` as const;
  const name = place?.displayName ?? card.title;
  const calendar = `/calendar/${id ?? ''}`;
  return (
    <article className={classNames(shared.card, shared[span])}>
      {imageUrl !== undefined && (
        <div className={classNames(shared.frame, styles.frame)} data-fades="">
          <ContentImage
            file={imageUrl}
            alt={imageAlt}
            sizes={pictureSizes(span)}
            priority={isFirstPicture}
            className={shared.picture}
          />
        </div>
      )}
      <div className={shared.body}>
        {card.title !== name && <p className={styles.kicker}>{card.title}</p>}
        <div className={styles.head}>
          <div>
            <Heading className={shared.title}>{name}</Heading>
            {place !== null && <p className={styles.room}>{roomText(place)}</p>}
          </div>
          {matchRoute(calendar, routes) !== null && (
            <a href={calendar} target="_blank" rel="noopener" className={styles.calendar}>
              <Icon name="calendar-days" size={22} label={`Calendar of ${name} (opens in a new tab)`} />
            </a>
          )}
        </div>
        {children}
      </div>
    </article>
  );
}

function dayState(day: EffectiveDay | null | undefined, events: number): OpenState {
  const state = todayState(day ?? undefined);
  return events === 0 && day?.opens !== null ? { ...state, text: 'Nothing planned today' } : state;
}

function Missing() {
  return (
    <div className={styles.missing}>
      <p>
        <strong>Oops! Sorry.</strong>
      </p>
      <p>Hours could not be displayed.</p>
    </div>
  );
}

function roomText({ buildingCode, room }: Pick<Place, 'buildingCode' | 'room'>): string {
  return `${buildingCode} ${room}`;
}
