import type { Readable } from 'node:stream';
import { createTransport, type Transporter } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Settings } from '../settings.ts';
import type { MailAddress } from './settings.ts';

/** A mail to one person: of several, a refused one would be no error. */
export interface OutgoingMail {
  /** Stable across attempts: "<0198...@portal.example.edu>". */
  headerId: string;
  /** Where it comes back to if it cannot be delivered. Default: MAIL_FROM. */
  returnPath?: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  replyTo?: MailAddress;
  /** What its reader has chosen to get, and can leave by one click at this address (RFC 8058). `id` as RFC 2919 has it. */
  subscription?: { id: string; name: string; unsubscribe: string };
  /** An iCalendar object with its method: shown with its buttons by calendar programs. */
  calendar?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string };
}

/**
 * sent: the server has taken it. deferred: it has not, and may later. refused: it never will; `isAddress` where the address is the cause.
 * unknown: the line was lost after the mail had been handed over, before the answer.
 */
export type SendResult =
  | { outcome: 'sent'; code: number | null; answer: string }
  | { outcome: 'deferred' | 'unknown'; code: number | null; answer: string }
  | { outcome: 'refused'; code: number; answer: string; isAddress: boolean };

export interface MailTransport {
  /** Never throws. `signal` ends an attempt that takes too long. */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<SendResult>;
  /** Connects and logs in. Throws what is wrong. */
  check: () => Promise<void>;
  close: () => void;
}

const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };
const CONNECTIONS = 3;

/** Headers that a signature covers: by default List-Unsubscribe-Post is not among them, which RFC 8058 demands. */
const SIGNED = [
  'from',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'to',
  'mime-version',
  'content-type',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
  'precedence',
].join(':');

/** null without SMTP_URL: mails stay in the outbox. */
export function openTransport({ smtp, mailFrom, mailReplyTo, dkim }: Settings): MailTransport | null {
  if (smtp === null || mailFrom === null) return null;
  const transporter: Transporter = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.isImplicitTls,
    requireTLS: smtp.needsTls,
    pool: true,
    maxConnections: CONNECTIONS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMES,
    ...(smtp.user === null ? {} : { auth: { user: smtp.user, pass: smtp.password ?? '' } }),
    ...(smtp.ca === null ? {} : { tls: { ca: smtp.ca } }),
    ...(dkim === null
      ? {}
      : {
          dkim: {
            domainName: dkim.domain,
            keySelector: dkim.selector,
            privateKey: dkim.privateKey,
            headerFieldNames: SIGNED,
          },
        }),
  });
  // What goes over the line, by Message-ID: the pool may begin anew over another line, as long as it has sent nothing of a mail.
  const read = new Map<string, Readable[]>();
  transporter.use('stream', ({ data, message }, done) => {
    const open = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const stream = open(options);
      read.get(data.messageId ?? '')?.push(stream);
      return stream;
    };
    done();
  });
  return {
    send: async (mail, signal) => {
      const streams: Readable[] = [];
      read.set(mail.headerId, streams);
      try {
        const { response } = await transporter.sendMail({
          envelope: { from: mail.returnPath ?? mailFrom.address, to: [mail.to] },
          messageId: mail.headerId,
          raw: await mailSource(mail, mailFrom, mailReplyTo),
          signal,
        });
        return { outcome: 'sent', code: codeIn(response ?? ''), answer: shortened(response ?? '') };
      } catch (error) {
        const isHandedOver = streams.some((stream) => stream.readableEnded);
        return resultOf(error, isHandedOver);
      } finally {
        read.delete(mail.headerId);
      }
    },
    check: async () => {
      await transporter.verify();
    },
    close: () => transporter.close(),
  };
}

/** The mail as it goes over the line, without a signature. */
export async function mailSource(mail: OutgoingMail, from: MailAddress, replyTo: MailAddress | null): Promise<Buffer> {
  const { headerId, to, subject, html, text, subscription, calendar } = mail;
  const answersTo = mail.replyTo ?? replyTo;
  const composer = new MailComposer({
    from,
    to: { name: '', address: to },
    ...(answersTo === null ? {} : { replyTo: answersTo }),
    subject,
    html,
    text,
    messageId: headerId,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      // Neither is answered by programs that are away.
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
      ...(subscription === undefined
        ? {}
        : {
            'List-Id': { prepared: true, value: listId(subscription) },
            'List-Unsubscribe': `<${subscription.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    ...(calendar === undefined ? {} : { icalEvent: calendar }),
  });
  return composer.compile().build();
}

/** Its name as far as a quoted one may hold it. As a whole the header would be encoded, by which no program knows the list. */
function listId({ id, name }: { id: string; name: string }): string {
  const quotable = name.replace(/[^\x20-\x7e]+|["\\]+/g, ' ').trim();
  return quotable === '' ? `<${id}>` : `"${quotable}" <${id}>`;
}

interface MailError {
  code?: string;
  responseCode?: number;
  response?: string;
  message?: string;
}

function resultOf(cause: unknown, isHandedOver: boolean): SendResult {
  const { code, responseCode, response, message } = cause as MailError;
  const answer = shortened(response ?? message ?? String(cause));
  if (responseCode === undefined) return { outcome: isHandedOver ? 'unknown' : 'deferred', code: null, answer };
  // A login that is refused says nothing about this mail: it is tried again when the setting has been mended.
  if (responseCode < 500 || code === 'EAUTH') return { outcome: 'deferred', code: responseCode, answer };
  return {
    outcome: 'refused',
    code: responseCode,
    answer,
    isAddress: code === 'EENVELOPE' && /\b5\.1\.\d/.test(answer),
  };
}

function codeIn(response: string): number | null {
  const code = /^\d{3}/.exec(response)?.[0];
  return code === undefined ? null : Number(code);
}

function shortened(answer: string): string {
  return answer
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 1000);
}
