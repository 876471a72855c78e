import { formatInstant } from '../../../../../domain/values/formats.ts';
import { useEffect, useRef } from 'react';
import { toastRefusal, useCommand } from '../../../../app/useCommand.ts';
import { useModel } from '../../../../app/useModel.ts';
import { zoneName } from '../../../../../domain/values/zoned-time.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import type { PublishFault } from './publishFaults.ts';
import type { PageEditing } from './usePageEditor.ts';
import styles from './editor.module.css';

interface EditorBannersProps {
  editor: PageEditing;
  onFault: (fault: PublishFault) => void;
}

/** Notices above the editor: the scheduled publication, and the faults that prevent publishing. */
export function EditorBanners({ editor, onFault }: EditorBannersProps) {
  const { state, faults, refusals } = editor;
  const { timezone } = useModel().site;
  const cancel = useCommand(async () => {
    await editor.cancelSchedule();
    showToast('Schedule canceled. Your draft is kept.');
  }, toastRefusal);
  return (
    <>
      {state.publishAt !== null && (
        <Banner
          tone="information"
          role="none"
          title={`Scheduled to be published on ${formatInstant(state.publishAt, timezone)} ${zoneName(timezone, new Date(state.publishAt))} (${timezone.replaceAll('_', ' ')})`}
          actions={
            <Button size="small" onClick={() => void cancel.run()}>
              Cancel schedule
            </Button>
          }
        >
          Changes cancel the schedule. When you are done, publish or schedule the page again.
        </Banner>
      )}
      <p className="visually-hidden" role="status">
        {faults.length > 0 && refusals.length === 0 && describeFaults(faults)}
      </p>
      {refusals.length > 0 && (
        <Faults faults={refusals} attempt={editor.attempt} onFault={onFault} onDismiss={editor.dismissRefusals} />
      )}
    </>
  );
}

/** For screen readers, which do not announce the marks in the list and in the form. */
function describeFaults(faults: readonly PublishFault[]): string {
  return `Errors: ${faults.map(({ where, message }) => `${where}: ${message}`).join('. ')}`;
}

function Faults({
  faults,
  attempt,
  onFault,
  onDismiss,
}: {
  faults: readonly PublishFault[];
  attempt: number;
  onFault: (fault: PublishFault) => void;
  onDismiss: () => void;
}) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    banner.current?.focus({ preventScroll: true });
    banner.current?.scrollIntoView({ block: 'start' });
  }, [attempt]);
  return (
    <Banner
      ref={banner}
      tone="error"
      title={
        faults.length === 1
          ? 'Not published. Correct 1 error first.'
          : `Not published. Correct ${faults.length} errors first.`
      }
      onDismiss={onDismiss}
    >
      <ul className={styles.faults}>
        {faults.map((fault) => (
          <li key={`${fault.section} ${fault.place}`}>
            <button type="button" className={styles.link} onClick={() => onFault(fault)}>
              {fault.where}
            </button>
            : {fault.message}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
