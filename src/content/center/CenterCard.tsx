import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CenterView } from '../../../domain/calls/centers.ts';
import type { CenterPart } from '../../../domain/calls/pages.ts';
import { classNames } from '../../ui/classNames.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { centerViewQuery } from './centerViewQuery.ts';
import { CenterClock } from './CenterClock.tsx';
import { CenterCrowd } from './CenterCrowd.tsx';
import { CenterDuties } from './CenterDuties.tsx';
import { CenterHours } from './CenterHours.tsx';
import { CenterMachines } from './CenterMachines.tsx';
import { HtmlContent } from '../cards/HtmlContent.tsx';
import type { CardProps } from '../cards/cardProps.ts';
import shared from '../cards/cards.module.css';
import styles from './Center.module.css';

/** So that it moves on by itself. In milliseconds. */
const REFRESH = 60_000;

/** A part of what happens at a center now. All cards of a center share one response. */
export function CenterCard({ card, data: { centerId, part = 'open' }, span, level }: CardProps) {
  const Heading = `h${level}` as const;
  const { data: view, isPending } = useQuery({
    ...centerViewQuery(centerId ?? 0),
    enabled: centerId !== undefined,
    refetchInterval: REFRESH,
  });
  return (
    <article className={classNames(shared.card, shared[span])} data-part={part}>
      <div className={shared.body}>
        <Heading className={part === 'clock' ? 'visually-hidden' : shared.title}>{card.title}</Heading>
        {view !== undefined && PARTS[part](view, level)}
        {view === undefined &&
          (isPending && centerId !== undefined ? (
            <Skeleton height={120} />
          ) : (
            <p className={styles.note}>The center could not be loaded.</p>
          ))}
      </div>
    </article>
  );
}

const PARTS: Record<CenterPart, (view: CenterView, level: CardProps['level']) => ReactNode> = {
  open: (view) => <CenterHours view={view} />,
  onDuty: (view) => <CenterDuties view={view} />,
  machines: ({ machines }) => <CenterMachines machines={machines} />,
  crowd: ({ crowd }) => <CenterCrowd crowd={crowd} />,
  clock: (view) => <CenterClock view={view} />,
  announcements: ({ announcement }, level) =>
    announcement === null ? (
      <p className={styles.note}>No announcements.</p>
    ) : (
      <HtmlContent html={announcement} under={level} className={shared.text} />
    ),
};
