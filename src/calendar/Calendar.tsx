import { useMemo, useRef, useState, type ReactElement } from 'react';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useMedia } from '../ui/useMedia.ts';
import styles from './Calendar.module.css';
import ground from './ground.module.css';
import type { Edits } from './gestures/edits.ts';
import { Heading } from './Heading.tsx';
import { countsByCell, countsWithin } from './layout/counts.ts';
import { monthRows } from './layout/month.ts';
import { viewShown } from './layout/ranges.ts';
import { Editing, useEditedItems } from './LazyEditing.tsx';
import type { CalendarProps } from './layout/types.ts';
import { useCalendarModel, type CalendarModel } from './model/useCalendarModel.ts';
import { useReading, type Reading } from './reading/useReading.ts';
import { AgendaView } from './views/AgendaView.tsx';
import { CellsView } from './views/CellsView.tsx';
import { MonthView } from './views/MonthView.tsx';
import { TimeView } from './views/TimeView.tsx';

/** Time, from years to a day. See types.ts for its properties and CONTRIBUTING.md for its attributes. */
export function Calendar(given: CalendarProps): ReactElement {
  const root = useRef<HTMLElement>(null);
  const [edits, setEdits] = useState<Edits | null>(null);
  const items = useEditedItems(edits, given.items);
  const props = items === given.items ? given : { ...given, items };
  const phone = useMedia('below-medium', null);
  const [asksForList, setAsksForList] = useState<boolean | null>(null);
  const wanted = viewShown(props.position.view, props.views);
  const isListable = wanted === 'week' || wanted === 'month';
  const wantsList = isListable && (asksForList ?? props.isViewChosen !== true);
  // Before the width is known both are in the document, and the style sheet shows one of them.
  const isEither = wantsList && phone === null;
  const isList = wanted === 'agenda' || (wantsList && phone === true);
  const model = useCalendarModel(props, wantsList && phone !== false);
  const reading = useReading(root, model, props, isList, setAsksForList);
  const { view, views, title, broader } = model;
  const offered = phone === true && isListable && !views.includes('agenda') ? [...views, 'agenda' as const] : views;
  const shared = { model, reading, props };
  return (
    // Events of cells and items are handled here: there may be thousands of them.
    <section
      ref={root}
      className={`${styles.calendar} ${ground.ground}`}
      aria-label={props.label}
      data-view={view}
      {...reading.handlers}
    >
      <Heading
        title={title}
        broader={broader}
        view={view}
        shown={isList ? 'agenda' : view}
        views={offered}
        onView={reading.showView}
        isLoading={props.isLoading === true}
        isEmpty={model.items.length === 0}
        steps={model.steps}
        foreignZone={model.foreignZone}
      />
      {isEither ? (
        <>
          <div className={styles.wide}>
            <View {...shared} isList={false} />
          </div>
          <div className={styles.narrow}>
            <View {...shared} isList />
          </div>
        </>
      ) : (
        <View {...shared} isList={isList} />
      )}
      {given.writes !== undefined && (
        <Editing root={root} props={props} model={model} given={given.items} onEdits={setEdits} />
      )}
    </section>
  );
}

interface ViewProps {
  model: CalendarModel;
  reading: Reading;
  props: CalendarProps;
}

function View({ model, reading, props, isList }: ViewProps & { isList: boolean }): ReactElement {
  const { view, cells, label, settings, today, isDisabled } = model;
  const { selected, slot } = reading;
  const opens = props.onOpen !== undefined;
  const changes = props.writes?.change !== undefined;
  switch (isList ? 'agenda' : view) {
    case 'years':
    case 'year':
      return <Cells model={model} reading={reading} props={props} />;
    case 'month':
      return <Month model={model} reading={reading} props={props} />;
    case 'week':
    case 'day':
      return (
        <TimeView
          label={label}
          dates={cells}
          axis={model.axis}
          offsets={model.offsets}
          items={model.byDay}
          splits={model.splits}
          settings={settings}
          now={props.now}
          selected={selected}
          slot={slot}
          isDisabled={isDisabled}
          hoursOf={props.hoursOf}
          opens={opens}
          changes={changes}
        />
      );
    case 'agenda':
      return model.items.length === 0 &&
        !cells.some((date) => model.reasonOf(date) !== '') &&
        props.isLoading !== true ? (
        <EmptyState title="Nothing is scheduled on these days." />
      ) : (
        <AgendaView
          label={label}
          cells={cells}
          items={model.byDay}
          splits={props.splits ?? []}
          reasonOf={model.reasonOf}
          today={today}
          selected={selected}
          opens={opens}
        />
      );
  }
}

function Month({ model, reading, props }: ViewProps): ReactElement {
  const { cells, items } = model;
  const rows = useMemo(() => monthRows(cells, cells.length / 6, items), [cells, items]);
  return (
    <MonthView
      label={model.label}
      rows={rows}
      month={model.date}
      today={model.today}
      selected={reading.selected}
      isDisabled={model.isDisabled}
      reasonOf={model.reasonOf}
      opens={props.onOpen !== undefined}
      changes={props.writes?.change !== undefined}
      canOpenDay={model.views.includes('day')}
    />
  );
}

const NO_COUNTS: Readonly<Record<string, number>> = {};

function Cells({ model, reading, props }: ViewProps): ReactElement {
  const { view, cells, items, today, isDisabled } = model;
  const { counts, dayCounts, eventsCountOnYearView = false } = props;
  const kind = view === 'years' ? 'years' : 'year';
  const byCell = useMemo(
    () => (eventsCountOnYearView ? countsByCell(kind, cells, items, counts) : null),
    [eventsCountOnYearView, kind, cells, items, counts],
  );
  const given = kind === 'years' ? counts : (dayCounts ?? (counts && NO_COUNTS));
  const within = useMemo(() => countsWithin(kind, items, given), [kind, items, given]);
  return (
    <CellsView
      label={model.label}
      view={kind}
      cells={cells}
      counts={byCell}
      within={within}
      today={today}
      selected={reading.selected}
      isDisabled={isDisabled}
      reasonOf={model.reasonOf}
    />
  );
}
