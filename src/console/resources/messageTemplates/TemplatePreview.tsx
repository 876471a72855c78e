import { formatInstant } from '../../../../domain/values/formats.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MessageTemplate } from '../../../../domain/messages/message-template.ts';
import type { TemplateDetail, TemplatePreview as Mail } from '../../../../domain/calls/templates.ts';
import { callApi } from '../../../app/callApi.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { useCommand } from '../../../app/useCommand.ts';
import { useModel } from '../../../app/useModel.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { PreviewPane, type PreviewTheme } from '../../editing/PreviewPane.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './templates.module.css';

const DEVICES = [
  { value: 'mail', label: 'Mail' },
  { value: 'phone', label: 'Phone' },
  { value: 'text', label: 'Plain text' },
] as const;
type Device = (typeof DEVICES)[number]['value'];

/** Milliseconds without typing before the preview is updated. */
const PAUSE = 400;
/** Links open elsewhere, which the frame's sandbox does not allow. */
const INERT_LINKS = '<base target="_blank">';

/** The mail that the server makes of the text, with the values of a sent message or with examples. */
export function TemplatePreview({ detail, text }: { detail: TemplateDetail; text: MessageTemplate }) {
  const { timezone } = useModel().site;
  const { event, audience } = detail;
  const [messageId, setMessageId] = useState<number | null>(null);
  const messages = useQuery({
    queryKey: ['messageTemplates', 'sent', event, audience],
    queryFn: () => callApi('GET /api/messageEvents/:event/:audience/messages', { params: detail }),
  });
  const shown = useDebouncedText(text);
  const tested = { template: shown, messageId };
  const preview = useQuery({
    queryKey: ['messageTemplates', 'preview', event, audience, tested],
    queryFn: ({ signal }) =>
      callApi('POST /api/messageEvents/:event/:audience/preview', { params: detail, body: tested, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <PreviewPane
      devices={DEVICES}
      theme="light"
      unthemed="text"
      lead={
        <SelectField
          label="Sample data"
          value={messageId === null ? '' : String(messageId)}
          options={[
            { value: '', label: 'Examples' },
            ...(messages.data ?? []).map(({ id, at, subject, to }) => ({
              value: String(id),
              label: `${subject}, to ${to.join(', ') || 'no one'}, ${formatInstant(at, timezone)}`,
            })),
          ]}
          onChange={(change) => setMessageId(change.target.value === '' ? null : Number(change.target.value))}
        />
      }
    >
      {(device, theme) => (
        <>
          <QueryView query={preview} what="the preview" lines={8}>
            {(mail) => (
              <>
                <MailPreview mail={mail} device={device} theme={theme} />
                {mail.isExample && (
                  <p className={styles.quiet}>
                    The values are examples.
                    {messages.data?.length === 0 && ' No message of this kind has been sent yet.'}
                  </p>
                )}
              </>
            )}
          </QueryView>
          <SendTest detail={detail} tested={{ template: text, messageId }} />
        </>
      )}
    </PreviewPane>
  );
}

interface MailPreviewProps {
  mail: Mail;
  device: Device;
  theme: PreviewTheme;
}

function MailPreview({ mail, device, theme }: MailPreviewProps) {
  return (
    <>
      <p className={styles.subjectLine}>
        <span>Subject</span> <strong>{mail.subject || 'None'}</strong>
      </p>
      {device === 'text' ? (
        // It scrolls, by keyboard too.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.plain} tabIndex={0} role="region" aria-label="The email as plain text">
          {mail.text}
        </pre>
      ) : (
        <div className={styles.stage}>
          <iframe
            title="The email"
            sandbox=""
            srcDoc={mail.html[theme].replace('<head>', `<head>${INERT_LINKS}`)}
            className={device === 'phone' ? styles.phone : styles.mail}
          />
        </div>
      )}
    </>
  );
}

function SendTest({
  detail,
  tested,
}: {
  detail: TemplateDetail;
  tested: { template: MessageTemplate; messageId: number | null };
}) {
  const { address, hasMailServer } = detail;
  const { run, isRunning, refusal } = useCommand(async () => {
    const { address: to, isSent } = await callApi('POST /api/messageEvents/:event/:audience/test', {
      params: detail,
      body: tested,
    });
    showToast(isSent ? `Sending the test to ${to}.` : `The test for ${to} is in the outbox. There is no mail server.`);
  });
  return (
    <div className={layout.stack2}>
      {refusal && <Banner tone="error">{refusal.message}</Banner>}
      <div>
        <Button icon="send" busy={isRunning} disabled={address === null} onClick={() => void run()}>
          Send me a test email
        </Button>
      </div>
      <p className={styles.quiet}>
        {address === null
          ? 'Your account has no email address.'
          : hasMailServer
            ? `Sent to ${address} with the text on this page.`
            : `Sent to ${address}. There is no mail server, so it stays in the outbox.`}
      </p>
    </div>
  );
}

/** The text after a pause in typing. */
function useDebouncedText(text: MessageTemplate): MessageTemplate {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
