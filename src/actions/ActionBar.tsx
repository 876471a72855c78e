import { Fragment, useId, type ReactNode } from 'react';
import { useNavigate, useSearchParams, type LinkProps } from 'react-router-dom';
import { actionText, type ClientAction } from '../../domain/declarations/actions.ts';
import type { ClientResource } from '../../domain/declarations/client-model.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { singularInside } from '../app/resourceNames.ts';
import { hasRowActions, useAvailableActions, type ActionEvents, type ActionPart } from './resourceActions.ts';
import { startedAction, type Ids, type RecordRow, type StartedAction } from './startedAction.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { useActions } from './useActions.tsx';
import styles from './ActionBar.module.css';

/** A button of a bar, or an entry of its menu. */
export interface BarEntry extends MenuItem {
  /** Where it leads; without `onSelect`. */
  to?: LinkProps['to'];
  state?: unknown;
  /** Can be the main button of the bar. */
  isPrimary?: boolean;
  isBusy?: boolean;
}

/** Buttons before those of the menu, which never holds only one. */
const MOST_BUTTONS = 2;

interface ActionButtonsProps {
  entries: readonly BarEntry[];
  size?: 'small' | 'medium';
  block?: boolean;
  most?: number;
}

/** The one bar of actions, beside a title, in a column (`block`) or for a selection: the first ones as buttons, the others in a menu. */
export function ActionButtons({ entries, size = 'medium', block = false, most = MOST_BUTTONS }: ActionButtonsProps) {
  const hints = useId();
  const navigate = useNavigate();
  const buttons = entries.slice(0, entries.length > most + 1 ? most : entries.length);
  const others = entries.slice(buttons.length);
  const primary = size === 'medium' ? buttons.find(({ isPrimary }) => isPrimary) : undefined;
  return (
    <>
      {buttons.map((entry) => {
        const { key, label, icon, to, state, hint, isBusy = false, onSelect } = entry;
        const variant = entry === primary ? 'primary' : 'secondary';
        const look = { size, block, variant, ...(!block && icon !== undefined && { icon }) } as const;
        const hintId = block && hint !== undefined ? `${hints}-${key}` : undefined;
        return (
          <Fragment key={key}>
            {to === undefined ? (
              <Button {...look} busy={isBusy} aria-describedby={hintId} onClick={onSelect}>
                {label}
              </Button>
            ) : (
              <ButtonLink {...look} {...{ to, state }}>
                {label}
              </ButtonLink>
            )}
            {hintId !== undefined && (
              <small id={hintId} className={styles.hint}>
                {hint}
              </small>
            )}
          </Fragment>
        );
      })}
      {others.length > 0 && (
        <Menu
          label="More actions"
          align={block ? 'start' : 'end'}
          items={others.map(({ hint: _, to, state, onSelect, ...item }) => ({
            ...item,
            onSelect: onSelect ?? (() => to !== undefined && void navigate(to, { state })),
          }))}
          trigger={(trigger) => (
            <Button {...trigger} size={size} block={block} iconAfter="chevron-down">
              More
            </Button>
          )}
        />
      )}
    </>
  );
}

interface RecordActionsProps extends ActionEvents {
  resource: ClientResource;
  row: Row;
  /** Only those that delete it. */
  part?: 'deletions';
  /** What else can be done on the page: before the actions that delete the record, and the likeliest before all others. */
  first?: readonly BarEntry[];
  last?: readonly BarEntry[];
  /** Whether one of them can be the main button of the page: not while the page's form has changes to save. */
  hasPrimary?: boolean;
  /** Called before a deletion leaves the page. */
  onLeaving?: () => void;
}

/** The actions of one record, on its page, which one that deletes it leaves. The address ?action=name opens the question of one. */
export function RecordActions({
  resource,
  row,
  part,
  first = [],
  last = [],
  hasPrimary = true,
  onLeaving,
  ...events
}: RecordActionsProps) {
  const record = row as RecordRow;
  const others = useAvailableActions(resource, 'page', [record.id], [record], { part: 'others' });
  const deletions = useAvailableActions(resource, 'page', [record.id], [record], { part: 'deletions' });
  const available = part === 'deletions' ? deletions : [...others, ...deletions];
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
  const { entryOf, dialog } = useActionEntries(resource, { onDone, onUndone });
  const leave = () =>
    setSearch(
      (present) => {
        present.delete('action');
        return present;
      },
      { replace: true },
    );
  const entries = [...first, ...(part === 'deletions' ? [] : others.map(entryOf)), ...last, ...deletions.map(entryOf)];
  const main = entries.find(({ isPrimary, to }) => isPrimary === true && to === undefined);
  const sorted = main ? [main, ...entries.filter((entry) => entry !== main)] : entries;
  return (
    <>
      <ActionButtons entries={hasPrimary ? sorted : sorted.map((entry) => ({ ...entry, isPrimary: false }))} />
      {dialog}
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
  return <ActionBar resource={resource} available={available} size="small" onDone={onDone} />;
}

interface ActionBarProps extends ActionEvents, Omit<ActionButtonsProps, 'entries'> {
  resource: ClientResource;
  available: readonly StartedAction[];
  /** Whether the first can be the main button of the page. */
  hasPrimary?: boolean;
}

export function ActionBar({ resource, available, hasPrimary = true, onDone, onUndone, ...look }: ActionBarProps) {
  const { entryOf, dialog } = useActionEntries(resource, { onDone, onUndone });
  const entries = available.map((started, index) => ({
    ...entryOf(started),
    isPrimary: hasPrimary && index === 0 && started.action.tone === 'primary',
  }));
  return (
    <>
      <ActionButtons {...look} entries={entries} />
      {dialog}
    </>
  );
}

function useActionEntries(resource: ClientResource, events: ActionEvents) {
  const { start, running, dialog } = useActions(resource, events);
  const entryOf = (started: StartedAction): BarEntry => ({
    ...itemOf(started, start),
    ...(started.action.hint !== undefined && { hint: started.action.hint }),
    isPrimary: started.action.tone === 'primary',
    isBusy: running === started.action,
  });
  return { entryOf, dialog };
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
