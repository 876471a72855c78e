import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** What the server does to the next mails, in this order; then it takes them. */
export type Behavior =
  /** Answers the recipient, or the mail itself. */
  | { at: 'recipient' | 'mail'; code: number; text: string }
  /** Closes the line when the whole mail has arrived, without an answer. */
  | { at: 'mail'; drops: true; keeps?: boolean }
  /** Never answers the mail, which comes after so many others. */
  | { at: 'mail'; hangs: true; keeps?: boolean; after?: number };

export interface ReceivedMail extends ParsedMail {
  /** As it arrived. */
  source: string;
  recipients: string[];
  /** Its return address. */
  sender: string;
  isEncrypted: boolean;
  /** The logged-in person; empty for no one. */
  user: string;
}

export interface MailServer {
  port: number;
  received: ReceivedMail[];
  behave: (...behaviors: Behavior[]) => void;
  close: () => Promise<void>;
}

const file = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
/** Trusted only by explicit configuration. */
export const AUTHORITY = new URL('localhost.crt', import.meta.url).pathname;

/** A real SMTP server on a free port of this machine. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const planned: Behavior[] = [];
  const next = (at: Behavior['at']): Behavior | undefined => {
    const [first] = planned;
    if (first?.at !== at) return undefined;
    if (!('after' in first) || !first.after) return planned.shift();
    first.after -= 1;
    return undefined;
  };
  const server = new SMTPServer({
    key: file('localhost.key'),
    cert: file('localhost.crt'),
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    ...options,
    onRcptTo(_address, _session, done) {
      const planned = next('recipient');
      done(planned !== undefined && 'code' in planned ? refusal(planned) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const behavior = next('mail');
        if (behavior !== undefined && 'code' in behavior) return done(refusal(behavior));
        const source = Buffer.concat(chunks);
        const sender = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        const keep = async (): Promise<void> => {
          const mail = await simpleParser(source);
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          const user = String(session.user ?? '');
          received.push({ ...mail, source: source.toString(), recipients, sender, isEncrypted: session.secure, user });
        };
        if (behavior !== undefined && 'hangs' in behavior) {
          if (behavior.keeps === true) void keep();
          return;
        }
        if (behavior !== undefined && 'drops' in behavior) {
          void (behavior.keeps === true ? keep() : Promise.resolve()).then(() => dropAll());
          return;
        }
        void keep().then(() => done(null));
      });
    },
  });
  const dropAll = (): void => {
    for (const connection of server.connections) connection._socket.destroy();
  };
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    behave: (...behaviors) => planned.push(...behaviors),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal({ code, text }: { code: number; text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
