import { formatDay } from '../../../../domain/values/formats.ts';
import { createPortal } from 'react-dom';
import { groupedTicketCode, ticketCodeText } from '../../../../domain/sessions/ticket-code.ts';
import type { PublicSession } from '../../../../domain/calls/sessions.ts';
import { useStore } from '../../../app/createStore.ts';
import { modelStore } from '../../../app/modelStore.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';
import { useModel } from '../../../app/useModel.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import layout from '../../../ui/layout.module.css';
import { Loading } from '../../../ui/Loading.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { timesText } from '../../../content/sessions/listTexts.ts';
import { dateLines } from '../session/sessionTexts.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import { renewCode } from './ticketCodes.ts';
import { useTicketCode } from './useTicketCode.ts';
import { useWakeLock } from './useWakeLock.ts';
import styles from './Ticket.module.css';

export interface TicketDialogProps {
  ticketId: number;
  session: PublicSession;
  onClose: () => void;
}

/** The ticket to show at the door, in black on white; works with the code that this browser has. */
export default function TicketDialog({ ticketId, session, onClose }: TicketDialogProps) {
  const { code, fault, retry } = useTicketCode(ticketId);
  const { run, isRunning, refusal, reset } = useCommand(async () => {
    await renewCode(ticketId);
    showToast('Your ticket has a new code');
  });
  useWakeLock();

  const renew = async () => {
    const isSure = await confirmModal({
      header: 'Create a new code?',
      message: 'Codes you printed, sent or opened on another device stop working.',
      confirmButtonText: 'New code',
      cancelButtonText: 'Keep it',
    });
    if (isSure) await run();
  };

  return (
    <Dialog
      title="Your ticket"
      onClose={onClose}
      closeButton
      width={440}
      actions={
        <>
          {code !== null && (
            <>
              <Button variant="quiet" busy={isRunning} onClick={() => void renew()}>
                New code
              </Button>
              <Button icon="printer" onClick={() => window.print()}>
                Print
              </Button>
            </>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={layout.stack4}>
        {refusal !== null && (
          <Banner tone="error" onDismiss={reset}>
            {refusal.message}
          </Banner>
        )}
        {code === null && fault === null && <Loading label="Loading the code" lines={1} lineHeight={280} />}
        {code === null && fault !== null && (
          <Banner
            tone="warning"
            title="The code is not on this device yet"
            actions={
              <Button size="small" icon="refresh-cw" onClick={retry}>
                Try again
              </Button>
            }
          >
            {fault} Staff can also find you by name.
          </Banner>
        )}
        <TicketFace code={code} session={session} />
      </div>
      {code !== null && createPortal(<Printed code={code} session={session} />, document.body)}
    </Dialog>
  );
}

function TicketFace({ code, session }: { code: string | null; session: PublicSession }) {
  const { site } = useModel();
  const { displayName, userName } = useStore(modelStore);
  return (
    <div className={styles.face}>
      {code !== null && <QrCode text={ticketCodeText(code)} label={`QR code of your ticket for ${session.title}`} />}
      <div className={layout.stack1}>
        <p className={styles.title}>{session.title}</p>
        {datesOf(session, site.timezone).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {session.place !== '' && <p>{session.place}</p>}
        <p className={styles.name}>{displayName ?? userName}</p>
        {code !== null && (
          <p className={styles.letters}>
            <span className="visually-hidden">Code: </span>
            {groupedTicketCode(code)}
          </p>
        )}
      </div>
    </div>
  );
}

/** Of one date the day and, below it, the time; of several a line each. */
function datesOf(session: PublicSession, zone: string): string[] {
  return session.dates.length > 0
    ? dateLines(session, zone)
    : [formatDay(session.start, 'full'), timesText(session, zone)];
}

/** What the printer gets instead of the page. */
function Printed({ code, session }: { code: string; session: PublicSession }) {
  return (
    <div className={styles.printed} aria-hidden>
      <TicketFace code={code} session={session} />
    </div>
  );
}
