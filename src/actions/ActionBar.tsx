import { Fragment, useId, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { actionText, type ClientAction } from '../../domain/declarations/actions.ts';
import type { ClientResource } from '../../domain/declarations/client-model.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { singularInside } from '../app/resourceNames.ts';
import {
  hasRowActions,
  startedAction,
  useAvailableActions,
  type ActionEvents,
  type ActionPart,
  type Ids,
  type RecordRow,
  type StartedAction,
} from './resourceActions.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { useActions } from './useActions.tsx';
import styles from './ActionBar.module.css';

/** Buttons beside the title of a page, or in the bar of a selection; the others are in a menu. */
const MOST_BUTTONS = 3;

interface RecordActionsProps extends ActionPart, ActionEvents {
  resource: ClientResource;
  row: Row;
  /** Called before a deletion leaves the page. */
  onLeaving?: () => void;
}

/** The actions of one record, on its page, which one that deletes it leaves. The address ?action=name opens the question of one. */
export function RecordActions({ resource, row, part, onLeaving, ...events }: RecordActionsProps) {
  const record = row as RecordRow;
  const available = useAvailableActions(resource, 'page', [record.id], [record], { part });
  const [search, setSearch] = useSearchParams();
  const addressed = available.find(({ action }) => action.name === search.get('action'));
  const navigate = useNavigate();
  const onDone = (action: ClientAction) => {
    events.onDone?.(action);
    if (action.replaces !== 'delete') return;
    onLeaving?.();
    void navigate(resource.config.path);
  };
  const { onUndone } = events;
  const leave = () =>
    setSearch(
      (present) => {
        present.delete('action');
        return present;
      },
      { replace: true },
    );
  return (
    <>
      <ActionBar {...{ resource, available, onDone, onUndone }} />
      {addressed && <CommandDialog {...{ resource, onDone, onUndone }} {...addressed} onClose={leave} />}
    </>
  );
}

interface BulkActionsProps extends ActionPart {
  resource: ClientResource;
  ids: Ids;
  rows: readonly RecordRow[];
  onDone: () => void;
}

/** The actions of selected records, each for those with which it can be run. */
export function BulkActions({ resource, ids, rows, part, onDone }: BulkActionsProps) {
  const available = useAvailableActions(resource, 'bulk', ids, rows, { part });
  return <ActionBar resource={resource} available={available} size="small" most={2} onDone={onDone} />;
}

interface ActionBarProps extends ActionEvents {
  resource: ClientResource;
  available: readonly StartedAction[];
  size?: 'small' | 'medium';
  block?: boolean;
  /** Buttons at most, before those of the menu. */
  most?: number;
  /** Whether the first can be the main button of the page. */
  hasPrimary?: boolean;
}

export function ActionBar(props: ActionBarProps) {
  const {
    resource,
    available,
    size = 'medium',
    block = false,
    most = MOST_BUTTONS,
    hasPrimary = true,
    onDone,
    onUndone,
  } = props;
  const { start, running, dialog } = useActions(resource, { onDone, onUndone });
  const hints = useId();
  const others = available.slice(available.length > most + 1 ? most : available.length);
  const isPrimary = ({ action }: StartedAction, index: number) =>
    hasPrimary && index === 0 && size === 'medium' && action.tone === 'primary';
  return (
    <>
      {available.slice(0, available.length - others.length).map((started, index) => (
        <Fragment key={started.action.name}>
          <Button
            size={size}
            {...(!block && { icon: started.action.icon })}
            block={block}
            variant={isPrimary(started, index) ? 'primary' : 'secondary'}
            busy={running === started.action}
            aria-describedby={block && started.action.hint ? `${hints}-${started.action.name}` : undefined}
            onClick={() => start(started)}
          >
            {actionText(started.action.label, started.ids.length)}
          </Button>
          {block && started.action.hint && (
            <small id={`${hints}-${started.action.name}`} className={styles.hint}>
              {started.action.hint}
            </small>
          )}
        </Fragment>
      ))}
      {others.length > 0 && (
        <Menu
          label="More actions"
          items={others.map((started) => itemOf(started, start))}
          trigger={(trigger) => (
            <Button {...trigger} size={size} block={block} iconAfter="chevron-down">
              More
            </Button>
          )}
        />
      )}
      {dialog}
    </>
  );
}

/** The actions at the end of each row of a page, after `more` entries, and their question. */
export function useRowActions(
  resource: ClientResource,
  rows: readonly RecordRow[],
  more?: (row: RecordRow) => readonly MenuItem[],
): { draw: ((row: RecordRow) => ReactNode) | undefined; dialog: ReactNode } {
  const ids = rows.map(({ id }) => id);
  const available = useAvailableActions(resource, 'row', ids, rows);
  const { start, dialog } = useActions(resource);
  if (!hasRowActions(resource)) return { draw: undefined, dialog };
  const draw = (row: RecordRow): ReactNode => {
    const { id } = row;
    const own = available.filter((one) => one.ids.includes(id)).map(({ action }) => startedAction(action, [id], [row]));
    const label = `Actions for ${singularInside(resource)} ${id}`;
    const items = [...(more?.(row) ?? []), ...own.map((started) => itemOf(started, start))];
    if (items.length === 0) return null;
    return (
      <Menu
        label={label}
        align="end"
        items={items}
        trigger={(trigger) => <IconButton {...trigger} icon="ellipsis" label={label} size="small" />}
      />
    );
  };
  return { draw, dialog };
}

export function itemOf(started: StartedAction, start: (started: StartedAction) => void): MenuItem {
  const { name, label, icon, tone } = started.action;
  return {
    key: name,
    label: actionText(label, started.ids.length),
    icon,
    danger: tone === 'danger',
    onSelect: () => start(started),
  };
}
