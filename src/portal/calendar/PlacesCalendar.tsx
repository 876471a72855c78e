import { Fragment } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WeekHours } from '../../../domain/calls/places.ts';
import { localClock } from '../../content/cards/localClock.ts';
import { openState, todayState } from '../../content/cards/openState.ts';
import { useNow } from '../../content/sessions/useNow.ts';
import { Page } from '../../ui/Page.tsx';
import { TextInput } from '../../ui/TextField.tsx';
import { useDebouncedInput } from '../../ui/useDebouncedInput.ts';
import { addressIn, withPosition, withSearchText } from '../../calendar/calendarAddress.ts';
import { CalendarTools } from './CalendarTools.tsx';
import { PlaceGrid } from './PlaceGrid.tsx';
import { usualView } from './calendarRange.ts';
import styles from './CalendarScreen.module.css';

/** The calendar of a place, or of two side by side, at the position that the address names. */
export function PlacesCalendar({ weeks }: { weeks: readonly [WeekHours, ...WeekHours[]] }) {
  const [search, setSearch] = useSearchParams();
  const { view, date, words } = addressIn(search);
  const usual = { view: usualView(weeks.length), date: weeks[0].today };
  const filter = useDebouncedInput(words, (text) => setSearch(withSearchText(search, text), { replace: true }));
  return (
    <Page
      title={weeks.map(({ displayName }) => displayName).join(' and ')}
      lead={
        <>
          {weeks.map((week) => (
            <PlaceLine key={week.locationId} week={week} isNamed={weeks.length > 1} />
          ))}
        </>
      }
    >
      <div className={styles.tools}>
        <div className={styles.find}>
          <TextInput
            type="search"
            aria-label="Search this calendar"
            placeholder="Search this calendar"
            value={filter.typed}
            onChange={(event) => filter.setTyped(event.target.value)}
          />
        </div>
        <CalendarTools shown={weeks.map(({ locationId, displayName }) => ({ id: locationId, displayName }))} />
      </div>
      <PlaceGrid
        weeks={weeks}
        position={{ view: view ?? usual.view, date: date ?? usual.date }}
        isViewChosen={view !== null}
        words={words}
        onPosition={(position) => setSearch(withPosition(search, position, usual))}
      />
    </Page>
  );
}

/** "ITLL 1B10 · Open now, until 8 PM" */
function PlaceLine({ week, isNamed }: { week: WeekHours; isNamed: boolean }) {
  const { days, next, clock: offsets, asOf, today, displayName, buildingCode, room } = week;
  const clock = localClock(useNow() ?? asOf, offsets);
  if (days === null)
    return (
      <span className={styles.place}>
        {isNamed && <strong>{displayName}</strong>} {buildingCode} {room} · Oops! Sorry. Hours could not be displayed.
      </span>
    );
  const { text: words, detail } =
    openState(next === null ? days : [...days, next], clock) ?? todayState(days.find(({ date }) => date === today));
  return (
    <span className={styles.place}>
      {isNamed && <strong>{displayName}</strong>} {buildingCode} {room} ·{' '}
      {[words, detail]
        .filter((part) => part !== '')
        .map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' · '}
            {part}
          </Fragment>
        ))}
    </span>
  );
}
