import type { Location } from '../../../domain/generated/resources.ts';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../ui/Button.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { placesQuery } from './placesQuery.ts';
import styles from './CalendarScreen.module.css';

const SubscribeDialog = lazyComponent(() => import('./SubscribeDialog.tsx').then((module) => module.default));

export interface CalendarToolsProps {
  shown: readonly { id: number; displayName: string }[];
}

export function CalendarTools({ shown }: CalendarToolsProps) {
  const [isSubscribing, setSubscribing] = useState(false);
  const { alone, beside } = usePlaceMenus(shown);
  const subscribe = () => setSubscribing(true);
  const print = () => window.print();
  return (
    <>
      <div className={styles.actions}>
        {alone.length > 0 && (
          <Menu
            label="Places"
            look="wide"
            items={alone}
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
            items={beside}
            trigger={(props) => (
              <Button {...props} icon="columns-3" iconAfter="chevron-down">
                Side by side
              </Button>
            )}
          />
        )}
        <Button icon="calendar-plus" onClick={subscribe}>
          Subscribe
        </Button>
        <Button icon="printer" onClick={print}>
          Print
        </Button>
      </div>
      <div className={styles.more}>
        <Menu
          label="More"
          align="end"
          items={[
            { key: 'subscribe', label: 'Subscribe', icon: 'calendar-plus', onSelect: subscribe },
            { key: 'print', label: 'Print', icon: 'printer', onSelect: print },
            ...grouped('Other places', alone),
            ...grouped('Side by side with', beside),
          ]}
          trigger={(props) => (
            <Button {...props} icon="ellipsis">
              More
            </Button>
          )}
        />
      </div>
      {isSubscribing && (
        <CodeBoundary>
          <SubscribeDialog
            feeds={shown.map(({ id, displayName }) => ({
              name: displayName,
              path: `/api/ViewScheduling/Feed/${id}.ics`,
            }))}
            lead="Your calendar app shows these events and updates automatically."
            onClose={() => setSubscribing(false)}
          />
        </CodeBoundary>
      )}
    </>
  );
}

/** Entries that show another place, alone or beside the first one. */
function usePlaceMenus(shown: CalendarToolsProps['shown']): { alone: MenuItem[]; beside: MenuItem[] } {
  const { data: places = [] } = useQuery(placesQuery);
  const navigate = useNavigate();
  const { search } = useLocation();
  const [first, second] = shown;
  const ids = shown.map(({ id }) => id);
  const open = (...wanted: number[]) => void navigate(`/calendar/${wanted.join('/')}${search}`);
  const placeItems = (listed: readonly Location[], onSelect: (id: number) => void) =>
    listed.map(({ id, displayName, buildingCode, room }) => ({
      key: String(id),
      label: displayName,
      hint: `${buildingCode} ${room}`,
      onSelect: () => onSelect(id),
    }));
  const others = places.filter(({ id }) => !ids.includes(id));
  const alone = placeItems(second === undefined ? others : places, (id) => open(id));
  const beside: MenuItem[] = placeItems(others, (id) => open(first?.id ?? id, id));
  if (beside.length > 0 && first !== undefined && second !== undefined)
    beside.push({
      key: 'alone',
      label: `Only ${first.displayName}`,
      icon: 'x',
      divided: true,
      onSelect: () => open(first.id),
    });
  return { alone: places.length > 1 ? alone : [], beside };
}

function grouped(group: string, items: readonly MenuItem[]): MenuItem[] {
  return items.map((item, index) => ({
    ...item,
    key: `${group} ${item.key}`,
    ...(index === 0 ? { group, divided: true } : {}),
  }));
}
