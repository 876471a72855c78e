import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** What the server does to the next mails, in this order; then it takes them. */
export type Behaviour =
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
  /** Where it comes back to. */
  sender: string;
  isEncrypted: boolean;
  /** Who has logged in; empty for no one. */
  user: string;
}

export interface MailServer {
  port: number;
  received: ReceivedMail[];
  behave: (...behaviours: Behaviour[]) => void;
  close: () => Promise<void>;
}

const file = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
/** Trusted by no one who has not been told to. */
export const AUTHORITY = new URL('localhost.crt', import.meta.url).pathname;

/** A real SMTP server on a free port of this machine. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const planned: Behaviour[] = [];
  const next = (at: Behaviour['at']): Behaviour | undefined => {
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
        const behaviour = next('mail');
        if (behaviour !== undefined && 'code' in behaviour) return done(refusal(behaviour));
        const source = Buffer.concat(chunks);
        const sender = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        const keep = async (): Promise<void> => {
          const mail = await simpleParser(source);
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          const user = String(session.user ?? '');
          received.push({ ...mail, source: source.toString(), recipients, sender, isEncrypted: session.secure, user });
        };
        if (behaviour !== undefined && 'hangs' in behaviour) {
          if (behaviour.keeps === true) void keep();
          return;
        }
        if (behaviour !== undefined && 'drops' in behaviour) {
          void (behaviour.keeps === true ? keep() : Promise.resolve()).then(() => dropAll());
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
    behave: (...behaviours) => planned.push(...behaviours),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal({ code, text }: { code: number; text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
