import { Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../ui/Button.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { placesQuery, type ListedPlace } from './calendarCalls.ts';

const SubscribeDialog = lazyComponent(() => import('./SubscribeDialog.tsx').then((module) => module.default));

export interface CalendarToolsProps {
  shown: readonly { id: number; displayName: string }[];
}

/** Other places, another one beside this, subscribing, printing. */
export function CalendarTools({ shown }: CalendarToolsProps) {
  const { data: places = [] } = useQuery(placesQuery);
  const [isSubscribing, setSubscribing] = useState(false);
  const navigate = useNavigate();
  const { search } = useLocation();
  const [first, second] = shown;
  const ids = shown.map(({ id }) => id);
  const open = (...wanted: number[]) => void navigate(`/calendar/${wanted.join('/')}${search}`);
  const itemsOf = (listed: readonly ListedPlace[], onSelect: (id: number) => void) =>
    listed.map(({ id, displayName, buildingCode, room }) => ({
      key: String(id),
      label: displayName,
      hint: `${buildingCode} ${room}`,
      onSelect: () => onSelect(id),
    }));
  const others = places.filter(({ id }) => !ids.includes(id));
  const beside = itemsOf(others, (id) => open(first?.id ?? id, id));
  return (
    <>
      {places.length > 1 && (
        <Menu
          label="Places"
          look="wide"
          items={itemsOf(second === undefined ? others : places, (id) => open(id))}
          trigger={(props) => (
            <Button {...props} icon="map-pin" iconAfter="chevron-down">
              Other places
            </Button>
          )}
        />
      )}
      {beside.length > 0 && (
        <Menu
          label="Side by side with"
          look="wide"
          items={
            second === undefined || first === undefined
              ? beside
              : [
                  ...beside,
                  {
                    key: 'alone',
                    label: `Only ${first.displayName}`,
                    icon: 'x',
                    divided: true,
                    onSelect: () => open(first.id),
                  },
                ]
          }
          trigger={(props) => (
            <Button {...props} icon="columns-3" iconAfter="chevron-down">
              Side by side
            </Button>
          )}
        />
      )}
      <Button icon="calendar-plus" onClick={() => setSubscribing(true)}>
        Subscribe
      </Button>
      <Button icon="printer" onClick={() => window.print()}>
        Print
      </Button>
      {isSubscribing && (
        <Suspense>
          <SubscribeDialog places={shown} onClose={() => setSubscribing(false)} />
        </Suspense>
      )}
    </>
  );
}
