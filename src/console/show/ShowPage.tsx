import { useGetOne } from 'ra-core';
import { RecordActions, type BarEntry } from '../../actions/ActionBar.tsx';
import type { ComponentType, ReactNode } from 'react';
import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/classNames.ts';
import { createPath, editPath } from '../engine/paths.ts';
import { RecordFrame } from '../engine/RecordFrame.tsx';
import { RecordView } from '../engine/RecordView.tsx';
import { canRestore, isDeleted } from '../engine/deleted.ts';
import { WHOLE, WHOLE_OR_DELETED } from '../engine/wholeRecord.ts';
import type { RecordPageProps } from '../engine/pageProps.ts';
import { copyOf, isSectionShown, resourceSections } from '../engine/recordChanges.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { RecordTitle } from '../values/ReferenceName.tsx';
import { DeletedNotice } from './DeletedNotice.tsx';
import { History } from './History.tsx';
import { RecordFacts } from './RecordFacts.tsx';
import { RelatedRecords, useAddEntries } from './RelatedRecords.tsx';
import layout from '../../ui/layout.module.css';
import styles from './show.module.css';

export interface MainProps {
  resource: ClientResource;
  row: Row;
}

export interface OwnActionsProps extends MainProps {
  draw: (entries: readonly BarEntry[]) => ReactNode;
}

export interface ShowPageProps extends RecordPageProps {
  /** Replaces the default content (sections, related records, history). */
  main?: ComponentType<MainProps>;
  /** The fields that `main` shows; all others are facts at the side. */
  mainShows?: readonly string[];
  /** Draws the bar of actions, with entries of its own. */
  actions?: ComponentType<OwnActionsProps>;
}

export function ShowPage({ resource, id, ...rest }: ShowPageProps) {
  const meta = canRestore(resource) ? WHOLE_OR_DELETED : WHOLE;
  const record = useGetOne(resource.name, { id, meta }, { staleTime: 0, retry: false });
  return (
    <RecordView resource={resource} query={record}>
      {(data) => {
        const row = data as Row;
        return isDeleted(row) ? (
          <DeletedRecord resource={resource} row={row} {...rest} />
        ) : (
          <Record resource={resource} row={row} {...rest} />
        );
      }}
    </RecordView>
  );
}

function Record({
  resource,
  row,
  main: Main = GeneratedMain,
  mainShows,
  actions: Actions,
}: MainProps & Omit<ShowPageProps, 'id'>) {
  const draw = (own: readonly BarEntry[]) => <PageActions resource={resource} row={row} own={own} />;
  return (
    <RecordFrame
      resource={resource}
      title={<RecordTitle resource={resource} row={row} />}
      actions={Actions ? <Actions resource={resource} row={row} draw={draw} /> : draw([])}
    >
      <div className={styles.columns}>
        <div className={layout.pane}>
          <Main resource={resource} row={row} />
        </div>
        <RecordFacts resource={resource} row={row} without={mainShows ?? sectionFields(resource)} />
      </div>
    </RecordFrame>
  );
}

/** `own`: what only this resource's page offers. */
function PageActions({ resource, row, own }: MainProps & { own: readonly BarEntry[] }) {
  const id = row['id'] as string | number;
  const adding = useAddEntries(resource, id);
  const edit = { key: 'edit', label: 'Edit', icon: 'pencil', isPrimary: true, to: editPath(resource, id) } as const;
  const duplicate = {
    ...({ key: 'duplicate', label: 'Duplicate', icon: 'copy', to: createPath(resource) } as const),
    state: { record: copyOf(row, resource), duplicateOf: id },
  };
  return (
    <RecordActions
      resource={resource}
      row={row}
      first={[...(resource.can.update ? [edit] : []), ...adding, ...own]}
      last={resource.can.create ? [duplicate] : []}
    />
  );
}

/** To be read and restored, with its history. */
function DeletedRecord({ resource, row, mainShows }: MainProps & Omit<ShowPageProps, 'id'>) {
  return (
    <RecordFrame resource={resource} title={<RecordTitle resource={resource} row={row} />}>
      <div className={layout.stack4}>
        <DeletedNotice resource={resource} row={row} />
        <div className={styles.columns}>
          <div className={layout.pane}>
            <Sections resource={resource} row={row} />
            {resource.can.history && <History resource={resource} row={row} />}
          </div>
          <RecordFacts resource={resource} row={row} without={mainShows ?? sectionFields(resource)} />
        </div>
      </div>
    </RecordFrame>
  );
}

/** `children`: after the fields. */
export function GeneratedMain({ resource, row, children }: MainProps & { children?: ReactNode }) {
  return (
    <>
      <Sections resource={resource} row={row} />
      {children}
      <RelatedRecords resource={resource} id={row['id'] as string | number} />
      {resource.can.history && <History resource={resource} row={row} />}
    </>
  );
}

function Sections({ resource, row }: MainProps) {
  const sections = resourceSections(resource, sectionFields(resource)).filter((section) =>
    isSectionShown(section, row),
  );
  return (
    <Card>
      {sections.map((section) => (
        <section key={section.section} className={styles.section}>
          <h2 className={section.section ? styles.sectionTitle : 'visually-hidden'}>{section.section || 'Details'}</h2>
          <dl className={styles.answers}>
            {section.fields
              .flatMap((name) => resource.fields.find((field) => field.name === name) ?? [])
              .map((field) => (
                <Answer key={field.name} field={field} row={row} />
              ))}
          </dl>
        </section>
      ))}
    </Card>
  );
}

function sectionFields(resource: ClientResource): string[] {
  return resource.fields.filter((field) => !field.engine && !isFact(field, resource)).map((field) => field.name);
}

/** Computed fields that no section lists are facts at the side. */
function isFact(field: Field, resource: ClientResource): boolean {
  return field.readOnly && !field.long && !resource.config.form.some((section) => section.fields.includes(field.name));
}

function Answer({ field, row }: { field: Field; row: Row }) {
  return (
    <div className={classNames(styles.answer, KINDS[field.kind].wide && styles.wide)}>
      <dt>{field.title}</dt>
      <dd>
        <FieldValue field={field} value={row[field.name]} row={row} />
      </dd>
    </div>
  );
}
