import type { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';
import type { Settings } from '../settings.ts';
import { isAboutAddress } from './delivery-report.ts';
import type { DkimSettings, MailAddress, SmtpSettings } from './settings.ts';
import { mailComposer, nodemailer } from '../lazy-packages.ts';

/** A mail to one person: with several, a refused one would be no error. */
export interface OutgoingMail {
  /** Stable across attempts: "<0198...@portal.example.edu>". */
  headerId: string;
  /** Where it comes back to if it cannot be delivered. Default: MAIL_FROM. */
  returnPath?: string;
  to: string;
  /** When it was written, as an instant. */
  date: string;
  subject: string;
  html: string;
  text: string;
  replyTo?: MailAddress;
  /** Its reader's subscription, which one click at this address ends (RFC 8058). `id` as in RFC 2919. */
  subscription?: { id: string; name: string; unsubscribe: string };
  /**
   * iCalendar objects, each of one entry with its method (RFC 5546): programs show the first with their buttons, the others as files with
   * theirs.
   */
  calendar?: readonly { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string }[];
  files?: readonly MailFile[];
}

export interface MailFile {
  /** "receipt-2026-0017.pdf" */
  name: string;
  /** A media type. */
  type: string;
  content: Buffer;
}

/**
 * sent: the server has accepted it. deferred: not yet. refused: never; `isAddress` if the address is the cause.
 * unknown: the connection was lost between the handover and the answer. unavailable: the server accepts no mail at all:
 * it cannot be reached, or refuses the connection, the login or the sender.
 */
export type SendResult =
  | { outcome: 'sent' | 'deferred' | 'unknown' | 'unavailable'; code: number | null; answer: string }
  | { outcome: 'refused'; code: number | null; answer: string; isAddress: boolean };

export interface MailTransport {
  /** Never throws. `signal` ends an attempt that takes too long. */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<SendResult>;
  /** Connects and logs in, or throws. */
  check: () => Promise<void>;
  close: () => void;
}

const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };
const CONNECTIONS = 3;
/** One address: an unquoted part contains no character that would end it or begin another. */
const ONE_ADDRESS = /^(?:"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"|[^\s"<>(),:;@[\]\\]+)@[^\s"<>(),:;@\\]+$/u;

/** A connection that the server closed between two mails is reopened; where it closes each, that is enough. */
const REQUEUES = 1;

/** Signed headers: the defaults lack List-Unsubscribe-Post, which RFC 8058 requires. */
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
export function openTransport(settings: Settings): MailTransport | null {
  const { smtp, mailFrom, mailReplyTo } = settings;
  if (smtp === null || mailFrom === null) return null;
  const transporter: Transporter = nodemailer().createTransport(transportOptions(smtp, settings.dkim));
  const sent = watchStreams(transporter);
  return {
    send: async (mail, signal) => {
      if (!ONE_ADDRESS.test(mail.to))
        return { outcome: 'refused', code: null, answer: 'This is not an email address.', isAddress: false };
      const streams: Readable[] = [];
      sent.set(mail.headerId, streams);
      try {
        const raw = await mailSource(mail, mailFrom, mailReplyTo);
        const { response } = await transporter.sendMail({
          envelope: { from: mail.returnPath ?? mailFrom.address, to: [mail.to], size: raw.byteLength },
          messageId: mail.headerId,
          raw,
          signal,
        });
        return { outcome: 'sent', code: codeIn(response ?? ''), answer: shortened(response ?? '') };
      } catch (error) {
        return failedResult(error, {
          isBegun: streams.length > 0,
          isHandedOver: streams.some((stream) => stream.readableEnded),
        });
      } finally {
        sent.delete(mail.headerId);
      }
    },
    check: async () => {
      await transporter.verify();
    },
    close: () => transporter.close(),
  };
}

function transportOptions(smtp: SmtpSettings, dkim: DkimSettings | null) {
  const { user, password, ca } = smtp;
  const signature = dkim && {
    domainName: dkim.domain,
    keySelector: dkim.selector,
    privateKey: dkim.privateKey,
    headerFieldNames: SIGNED,
  };
  return {
    host: smtp.host,
    port: smtp.port,
    secure: smtp.isImplicitTls,
    requireTLS: smtp.needsTls,
    pool: true as const,
    maxConnections: CONNECTIONS,
    maxRequeues: REQUEUES,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMES,
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    ...(ca === null ? {} : { tls: { ca } }),
    ...(signature === null ? {} : { dkim: signature }),
  };
}

/** What was sent, by Message-ID: the pool may retry over another connection, as long as nothing of a mail was sent. */
function watchStreams(transporter: Transporter): Map<string, Readable[]> {
  const sent = new Map<string, Readable[]>();
  transporter.use('stream', ({ data, message }, done) => {
    const open = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const stream = open(options);
      sent.get(data.messageId ?? '')?.push(stream);
      return stream;
    };
    done();
  });
  return sent;
}

/** The mail as sent, without a signature. */
export async function mailSource(mail: OutgoingMail, from: MailAddress, replyTo: MailAddress | null): Promise<Buffer> {
  const { headerId, to, date, subject, html, text, subscription } = mail;
  const { files = [], calendar: calendars = [] } = mail;
  const [calendar, ...others] = calendars;
  const answersTo = mail.replyTo ?? replyTo;
  const composer = new (mailComposer())({
    from,
    to: { name: '', address: to },
    ...(answersTo === null ? {} : { replyTo: answersTo }),
    date: new Date(date),
    subject,
    html,
    text,
    messageId: headerId,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      // Prevents automatic replies.
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      ...(subscription === undefined
        ? {}
        : {
            'List-Id': { prepared: true, value: listId(subscription) },
            'List-Unsubscribe': `<${subscription.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    ...(calendar === undefined ? {} : { icalEvent: calendar }),
    attachments: [
      ...others.map(({ method, content }, index) => ({
        filename: `invite-${index + 2}.ics`,
        contentType: `text/calendar; charset=utf-8; method=${method}`,
        content,
      })),
      ...files.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    ],
  });
  return composer.compile().build();
}

/** Its name, reduced to what a quoted string may contain. Encoded as a whole, programs would not recognize the list. */
function listId({ id, name }: { id: string; name: string }): string {
  const quotable = name.replace(/[^\x20-\x7e]+|["\\]+/g, ' ').trim();
  return quotable === '' ? `<${id}>` : `"${quotable}" <${id}>`;
}

interface MailError {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  message?: string;
}

/** Of a failed attempt: whether the connection was ready for the mail, and whether all of it was sent. */
interface Progress {
  isBegun: boolean;
  isHandedOver: boolean;
}

const TOO_LARGE = 552;
/**
 * Answers about the sender, the login or this machine, and so about every mail, although many servers send them only
 * for the recipient or the text. Only at the beginning of an answer: quotes of other servers concern one recipient.
 */
const OF_SERVER =
  /^(?:53[0458]\b|\d{3}[ -]#?(?:[45]\.1\.[78]|5\.7\.60|5\.2\.252)\b|\d{3}[ -](?:[45](?:\.\d{1,3}){2} )?(?:<[^<>]*>: )?(?:sender address|client host|helo command) rejected\b)/i;

function failedResult(cause: unknown, progress: Progress): SendResult {
  const { code: kind, responseCode: code = null, response, message } = cause as MailError;
  const answer = kind === 'EABORT' ? 'The mail server took too long.' : shortened(response ?? message ?? String(cause));
  if (progress.isHandedOver) {
    if (code === null || code < 400 || code >= 600) return { outcome: 'unknown', code, answer };
    if (OF_SERVER.test(answer)) return { outcome: 'unavailable', code, answer };
  } else {
    // Nothing was sent: the mail exceeds the size that the server has announced.
    const isTooLarge = code === TOO_LARGE || (kind === 'EMESSAGE' && code === null);
    if (isTooLarge) return { outcome: 'refused', code, answer, isAddress: false };
    if (isOfServer(cause as MailError, answer, progress)) return { outcome: 'unavailable', code, answer };
    if (code === null) return { outcome: 'deferred', code, answer };
  }
  if (code < 500) return { outcome: 'deferred', code, answer };
  const [, status = ''] = /^\d{3}[ -]#?(5\.\d{1,3}\.\d{1,3})\b/.exec(answer) ?? [];
  const isAddress = kind === 'EENVELOPE' && isAboutAddress({ action: 'failed', status });
  return { outcome: 'refused', code, answer, isAddress };
}

/** Not about this mail alone: all others would fail alike. */
function isOfServer({ code, command }: MailError, answer: string, { isBegun }: Progress): boolean {
  return !isBegun || code === 'EAUTH' || command === 'MAIL FROM' || OF_SERVER.test(answer);
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
