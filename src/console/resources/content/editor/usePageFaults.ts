import { useState } from 'react';
import type {
  CardTypeInfo,
  ContentFaults,
  PageContent,
  PageEditor as OpenedPage,
} from '../../../../../domain/calls/page-editor.ts';
import { faultsWhileEditing, openFaults, publishFaults, type PublishFault } from './publishFaults.ts';

interface Check {
  count: number;
  content: PageContent;
  faults: readonly PublishFault[];
}

/** The faults that the last save and the last attempt to publish found, until their field changes. */
export function usePageFaults(opened: OpenedPage, types: readonly CardTypeInfo[]) {
  const [attempt, setAttempt] = useState<Check>({ count: 0, content: opened.live, faults: [] });
  const [saved, setSaved] = useState<Check>(() => {
    const content = opened.draft?.content ?? opened.live;
    return { count: 0, content, faults: faultsWhileEditing(opened.faults, content, types) };
  });
  return {
    attempt: attempt.count,
    /** Changes with every save and attempt. */
    found: attempt.count + saved.count,
    setSaved: (content: PageContent, faults: ContentFaults) =>
      setSaved(({ count }) => ({ count: count + 1, content, faults: faultsWhileEditing(faults, content, types) })),
    setRefused: (content: PageContent, errors: Readonly<Record<string, unknown>>) =>
      setAttempt(({ count }) => ({ count: count + 1, content, faults: publishFaults(errors, content, types) })),
    /** Those that are still there in `content`; `refusals` prevented the last attempt. */
    in: (content: PageContent) => {
      const refusals = openFaults(attempt.faults, attempt.content, content, types);
      const others = openFaults(saved.faults, saved.content, content, types).filter(
        ({ section, place }) => !refusals.some((refusal) => refusal.section === section && refusal.place === place),
      );
      return { refusals, faults: [...refusals, ...others] };
    },
  };
}

export type PageFaults = ReturnType<typeof usePageFaults>;
