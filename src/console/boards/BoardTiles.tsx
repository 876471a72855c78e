import type { TileAnswer } from '../../../domain/calls/reports.ts';
import type { MouseEvent, ReactNode } from 'react';
import { SiteLink } from '../../app/routing/SiteLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ChartTile } from './ChartTile.tsx';
import { ListTile } from './ListTile.tsx';
import { CountTile, FigureTile } from './NumberTiles.tsx';
import { tileRuns } from './tileRuns.ts';
import styles from './boards.module.css';

export interface BoardTilesProps {
  tiles: readonly TileAnswer[];
  onRetry: () => void;
  isRetrying: boolean;
}

export function BoardTiles({ tiles, onRetry, isRetrying }: BoardTilesProps) {
  return (
    <div className={styles.tiles}>
      {tileRuns(tiles).map((run) => (
        <div key={run.start} className={styles[run.height]}>
          {run.tiles.map((tile, index) => (
            <TileCard key={run.start + index} tile={tile}>
              <TileContent tile={tile} onRetry={onRetry} isRetrying={isRetrying} />
            </TileCard>
          ))}
        </div>
      ))}
    </div>
  );
}

const KIND_STYLES: Partial<Record<TileAnswer['kind'], string | undefined>> = {
  count: styles.low,
  figure: styles.low,
  list: styles.list,
};

/** The card can take the focus of a button that disappears with the failure of its tile. */
function TileCard({ tile: { kind, title, isWide, to }, children }: { tile: TileAnswer; children: ReactNode }) {
  const heading =
    to === null ? (
      title
    ) : (
      <SiteLink to={to} className={styles.heading}>
        {title}
        <Icon name="chevron-right" size={16} />
      </SiteLink>
    );
  return (
    <Card
      title={heading}
      tabIndex={-1}
      flush={kind === 'list'}
      className={classNames(styles.tile, isWide && styles.wide, KIND_STYLES[kind])}
    >
      {children}
    </Card>
  );
}

interface TileContentProps {
  tile: TileAnswer;
  onRetry: () => void;
  isRetrying: boolean;
}

function TileContent({ tile, onRetry, isRetrying }: TileContentProps) {
  switch (tile.kind) {
    case 'count':
      return <CountTile tile={tile} />;
    case 'figure':
      return <FigureTile tile={tile} />;
    case 'chart':
      return <ChartTile tile={tile} />;
    case 'list':
      return <ListTile tile={tile} />;
    case 'failed':
      return <FailedTile title={tile.title} detail={tile.detail} onRetry={onRetry} isRetrying={isRetrying} />;
  }
}

interface FailedTileProps {
  title: string;
  detail: string;
  onRetry: () => void;
  isRetrying: boolean;
}

function FailedTile({ title, detail, onRetry, isRetrying }: FailedTileProps) {
  const retry = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.closest('section')?.focus();
    onRetry();
  };
  return (
    <div className={styles.failed}>
      <p>
        <span className={styles.failedIcon}>
          <Icon name="triangle-alert" size={16} />
        </span>
        <span>
          This tile could not be loaded. <span className={styles.quiet}>{detail}</span>
        </span>
      </p>
      <Button size="small" icon="refresh-cw" busy={isRetrying} onClick={retry}>
        Retry<span className="visually-hidden"> {title}</span>
      </Button>
    </div>
  );
}
