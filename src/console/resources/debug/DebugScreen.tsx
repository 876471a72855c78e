import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { reportText } from './reportText.ts';
import type { CheckAnswer, DebugReport, DebugSection, FactState } from '../../../../domain/calls/debug.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { Button } from '../../../ui/Button.tsx';
import { clock } from '../../../ui/clock.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Page } from '../../../ui/Page.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './debug.module.css';
import { checkId, useChecks, type Checks, type CheckName } from './useChecks.ts';
import { SectionCard } from './SectionCard.tsx';

const REFRESH_MS = 5_000;

/** /admin/debug: the state of the portal, part by part, checks, and a report to copy. "#mail" leads to a part. */
export function Screen() {
  const report = useQuery({
    queryKey: ['debug'],
    queryFn: ({ signal }) => callApi('GET /api/debug/report', { signal }),
    staleTime: 0,
    // Asking again after a refusal would ask for a login again and again.
    refetchInterval: ({ state: { error } }) =>
      error instanceof ApiError && error.status >= 400 && error.status < 500 ? false : REFRESH_MS,
  });
  const checks = useChecks(() => clock.instant());
  const { data } = report;
  return (
    <Page
      title="Debug"
      lead="System health and checks. Updates automatically."
      {...(data === undefined ? {} : { actions: <Actions report={data} checks={checks} /> })}
    >
      <QueryView query={report} what="the health of the portal" lines={10}>
        {(shown) => <Sections report={shown} checks={checks} />}
      </QueryView>
    </Page>
  );
}

function Actions({ report, checks }: { report: DebugReport; checks: Checks }) {
  const { running, progress, answers, run } = checks;
  const all = report.sections.flatMap(checksOf);
  const answered = all.flatMap((check) => answers.get(checkId(check)) ?? []);
  return (
    <div className={styles.actions}>
      <Button variant="primary" icon="play" busy={running !== null} onClick={() => void run(all)}>
        Run all checks
      </Button>
      <CopyButton text={reportText(report, answered)} label="Copy report" size="medium" />
      <p className={styles.progress} role="status">
        {progress !== null && (
          <>
            {progress.done} of {progress.all} checks done{' '}
            <progress value={progress.done} max={progress.all} aria-label="Checks done" />
          </>
        )}
      </p>
    </div>
  );
}

function checksOf({ key: section, checks }: DebugSection): CheckName[] {
  return checks.map(({ key, title }) => ({ section, key, title }));
}

interface SectionsProps {
  report: DebugReport;
  checks: Checks;
}

function Sections({ report, checks }: SectionsProps) {
  useAnchor();
  return (
    <div className={layout.stack4}>
      <nav aria-label="Parts" className={styles.parts}>
        {report.sections.map((section) => {
          const state = worstOf(section, checks.answers);
          return (
            <Link key={section.key} to={{ hash: section.key }} className={styles.part} replace>
              {section.title}
              {state !== null && (
                <Icon
                  name="triangle-alert"
                  size={14}
                  className={styles[state]}
                  label={state === 'fault' ? 'has a fault' : 'needs attention'}
                />
              )}
            </Link>
          );
        })}
      </nav>
      {report.sections.map((section) => (
        <SectionCard key={section.key} section={section} checks={checks} />
      ))}
    </div>
  );
}

/** Scrolls to the part that the address names, once it is there; refreshing does not scroll again. */
function useAnchor(): void {
  const { hash, key } = useLocation();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (hash === '' || shown.current === key) return;
    shown.current = key;
    const part = document.getElementById(hash.slice(1));
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  }, [hash, key]);
}

/** The worst that a part has to say of itself; null: nothing to look at. */
function worstOf(
  { key, facts, fault }: DebugSection,
  answers: ReadonlyMap<string, CheckAnswer>,
): Exclude<FactState, 'good'> | null {
  const outcomes = [...answers.values()].filter(({ section }) => section === key).map(({ outcome }) => outcome);
  const states = (facts?.facts ?? []).map(({ state }) => state);
  if (fault !== null || outcomes.includes('failed') || states.includes('fault')) return 'fault';
  return outcomes.includes('attention') || states.includes('attention') ? 'attention' : null;
}
