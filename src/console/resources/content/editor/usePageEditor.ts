import { useEffect, useMemo, useRef } from 'react';
import type {
  CardTypeInfo,
  DraftVersion,
  PageContent,
  PageDraft,
  PageEditor as OpenedPage,
} from '../../../../../domain/calls/page-editor.ts';
import { clock } from '../../../../ui/clock.ts';
import { showToast } from '../../../../ui/toasts.ts';
import { readCall } from '../../../../app/callApi.ts';
import { useDraftEditing } from '../../../editing/useDraftEditing.ts';
import { useConsole } from '../../../engine/consoleContext.ts';
import { withIdsOf } from './contentEdits.ts';
import { pageChanges } from './pageChanges.ts';
import { adopt, cancelSchedule, discard, publish, restore, savePage, type EditedPage } from './pageCommands.ts';
import { usePageFaults } from './usePageFaults.ts';
import { usePageMerge } from './usePageMerge.ts';
import { usePageRecord } from './usePageRecord.ts';

/** The editing state of a page: its draft, its state on the server, its faults, and the commands on it. */
export function usePageEditor(opened: OpenedPage, types: readonly CardTypeInfo[]) {
  const record = usePageRecord(opened);
  const faults = usePageFaults(opened, types);
  const isSetAside = useRef(false);
  const isBusy = useRef(false);
  const editing = useDraftEditing<PageContent, PageDraft, DraftVersion>({
    content: opened.draft?.content ?? opened.live,
    version: opened.version,
    isSound: always,
    save: (content, version) => savePage({ record, faults, isSetAside }, content, version),
  });
  const page: EditedPage = { record, faults, editing, isBusy };
  useScheduledTime(record.state.publishAt, () => checkSchedule(page));
  const merging = usePageMerge({
    record,
    editing,
    setAsideRef: isSetAside,
    // Also while the outcome of a schedule is pending, which `checkSchedule` reports.
    isBusy: () =>
      isBusy.current || (record.publishAt.current !== null && Date.parse(record.publishAt.current) <= clock.now()),
  });
  const fields = useConsole().resourceNamed('pages')?.fields;
  const declared = useMemo(() => {
    // Beside the texts of cards.
    const page = (fields ?? []).map((field) => (field.name === 'data' ? { ...field, title: 'Page text' } : field));
    return { page, types };
  }, [fields, types]);
  return {
    ...editing,
    ...merging,
    ...faults.in(editing.content),
    id: record.id,
    types,
    state: record.state,
    versions: record.state.versions,
    attempt: faults.attempt,
    found: faults.found,
    compare: (before: PageContent, after: PageContent) => pageChanges(before, after, declared),
    dismissRefusals: () => faults.setRefused(editing.content, {}),
    publish: (at: string | null) => publish(page, at),
    cancelSchedule: () => cancelSchedule(page),
    discard: () => discard(page),
    restore: (number: number) => restore(page, number),
    adopt: () => adopt(page),
  };
}

export type PageEditing = ReturnType<typeof usePageEditor>;

/** Whether the outcome of the schedule is known. Unsaved changes are left alone: saving them reports the same. */
async function checkSchedule({ record, editing }: EditedPage): Promise<boolean> {
  const fresh = await readCall('GET /api/content/pages/:page/editor', { params: { page: String(record.id) } }).catch(
    () => null,
  );
  if (fresh === null || (fresh.draft !== null && fresh.draft.publishAt !== null)) return false;
  if (editing.draft.kind !== 'saved') return true;
  if (fresh.draft === null) editing.replace(fresh.live, fresh.version, withIdsOf(fresh.live));
  else if (JSON.stringify(fresh.draft.content) === JSON.stringify(editing.content)) editing.saver.rebase(fresh.version);
  record.open(fresh);
  if (fresh.draft === null) showToast('The page is published');
  else showToast('The page could not be published as scheduled. Publish it again to see why.', { tone: 'warning' });
  return true;
}

function always(): boolean {
  return true;
}

const POLL = 3_000;
/** Longer timers are inexact, and do not run while the computer sleeps. */
const LONGEST = 60_000;

/** Once the scheduled time has come, polls until `settle` resolves to true. */
function useScheduledTime(publishAt: string | null, settle: () => Promise<boolean>): void {
  const latest = useRef(settle);
  useEffect(() => {
    latest.current = settle;
  });
  useEffect(() => {
    if (publishAt === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async () => {
      const isSettled = await latest.current();
      if (!isOver && !isSettled) timer = setTimeout(() => void ask(), POLL);
    };
    const wait = () => {
      const left = Date.parse(publishAt) - clock.now();
      timer = left > 0 ? setTimeout(wait, Math.min(left, LONGEST)) : setTimeout(() => void ask(), POLL);
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [publishAt]);
}
