import type { Socket } from 'node:net';
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { addressKey } from '../../platform/address-key.ts';
import { isAboutAddress, readDeliveryReport } from '../../platform/mail/delivery-report.ts';
import { transaction } from '../../platform/database.ts';
import type { BounceSettings } from '../../platform/mail/settings.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { bouncedMail } from './bounce-address.ts';
import { withTry } from './outbox.ts';
import { suppress } from './suppressed.ts';
import { smtpServer } from '../../platform/lazy-packages.ts';

/** Bytes read of a bounce: the report comes first, and the returned mail after it is not needed. */
const MOST_READ = 256 * 1024;
const MOST_BYTES = 5 * 1024 * 1024;
const CLIENTS = 100;
/** Connections of one client, which sends its reports one after another. */
const CLIENTS_PER_ADDRESS = 4;
const SILENCE = 10_000;
const LONGEST = 60_000;
/** Another process of this machine may listen already; this one takes its place when that ends. */
const AGAIN = 5_000;
/** A report may be late by five days (RFC 5321); later ones are replayed. */
const LATEST = 30 * 24 * 3_600_000;

/**
 * Receives bounces until the returned function is called. Never answers with a mail: anything but a delivery report to
 * the address of a sent mail is refused at RCPT, or accepted and ignored. Does nothing unless BOUNCE_LISTEN is set.
 * `again`: milliseconds until the next attempt to listen while another process does.
 */
export async function listenForBounces(services: CommandServices, again = AGAIN): Promise<() => Promise<void>> {
  const { bounces } = services.settings;
  if (bounces?.listen == null) return async () => undefined;
  const { host, port } = bounces.listen;
  const stop = new AbortController();
  let listening = tryToListen(services, bounces, host, port);
  await listening;
  const retry = setInterval(() => {
    listening = listening.then((server) =>
      server !== null || stop.signal.aborted ? server : tryToListen(services, bounces, host, port),
    );
  }, again);
  retry.unref();
  return async () => {
    stop.abort();
    clearInterval(retry);
    const server = await listening;
    if (server !== null) await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}

async function tryToListen(
  services: CommandServices,
  bounces: BounceSettings,
  host: string,
  port: number,
): Promise<SMTPServer | null> {
  try {
    return await openBounceServer(services, bounces, host, port);
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) console.error(`Bounced emails are not accepted: ${(error as Error).message}`);
    return null;
  }
}

/** Throws where it cannot listen. Port 0: a free one. `longest`: milliseconds of a conversation. */
export async function openBounceServer(
  services: CommandServices,
  { tls, longest = LONGEST }: Pick<BounceSettings, 'tls'> & { longest?: number },
  host: string,
  port: number,
): Promise<SMTPServer> {
  const doorkeeper = limitConnections(longest);
  const server = new (smtpServer().SMTPServer)({
    banner: 'Delivery reports only',
    authOptional: true,
    disabledCommands: tls === null ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    ...(tls ?? {}),
    disableReverseLookup: true,
    maxClients: CLIENTS,
    socketTimeout: SILENCE,
    closeTimeout: 1_000,
    size: MOST_BYTES,
    onConnect: ({ remoteAddress, remotePort }, done) =>
      done(doorkeeper.isCrowded(remoteAddress, remotePort) ? refusal(421, CROWDED) : null),
    onRcptTo: ({ address }, session, done) => {
      void recipientFault(services, address, session)
        .catch(() => refusal(451, 'Try again later'))
        .then((fault) => done(fault));
    },
    onData: (stream, session, done) => {
      void taken(services, stream, session).then(
        (fault) => done(fault),
        () => done(refusal(451, 'Try again later')),
      );
    },
  });
  // Before the server's own listener, so that a client is counted when it is greeted.
  server.server.prependListener('connection', doorkeeper.watch);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  server.removeAllListeners('error');
  // Errors of single connections.
  server.on('error', () => undefined);
  return server;
}

interface ConnectionLimits {
  /** Counts a connection until it is closed, and ends it after a while. */
  watch: (socket: Socket) => void;
  /** Whether the connection is one too many of its address. */
  isCrowded: (address: string, port: number) => boolean;
}

/** `longest`: milliseconds of a connection; a trickle of bytes defeats the idle timeout. */
function limitConnections(longest: number): ConnectionLimits {
  const connected = new Map<string, number>();
  const busyAddresses = new Set<string>();
  const watch = (socket: Socket): void => {
    const key = addressKey(socket.remoteAddress ?? '');
    const own = `${key} ${socket.remotePort ?? 0}`;
    const others = connected.get(key) ?? 0;
    if (others >= CLIENTS_PER_ADDRESS) busyAddresses.add(own);
    else connected.set(key, others + 1);
    const end = setTimeout(() => socket.destroy(), longest);
    socket.once('close', () => {
      clearTimeout(end);
      if (busyAddresses.delete(own)) return;
      const left = (connected.get(key) ?? 1) - 1;
      if (left === 0) connected.delete(key);
      else connected.set(key, left);
    });
  };
  return { watch, isCrowded: (address, port) => busyAddresses.has(`${addressKey(address)} ${port}`) };
}

async function recipientFault(
  { settings }: Needs<'settings'>,
  address: string,
  { envelope }: SMTPServerSession,
): Promise<Error | null> {
  // Reports come from no one (RFC 3464), so that none is answered by another.
  if (envelope.mailFrom !== false && envelope.mailFrom.address !== '')
    return refusal(550, 'Only delivery reports are accepted here');
  if (envelope.rcptTo.length > 0) return refusal(452, 'One recipient at a time');
  return (await bouncedMail(settings, address)) === null ? refusal(550, 'No such address here') : null;
}

async function taken(
  services: CommandServices,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<Error | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (bytes < MOST_READ) chunks.push(chunk);
    bytes += chunk.length;
  }
  if (stream.sizeExceeded) return refusal(552, 'Too large');
  const mailId = await bouncedMail(services.settings, envelope.rcptTo[0]?.address ?? '');
  if (mailId !== null) await noteBounce(services, mailId, Buffer.concat(chunks).subarray(0, MOST_READ).toString());
  return null;
}

/** Suppresses an address that will never work. Other reports are ignored. */
export async function noteBounce({ db, clock }: Needs<'clock' | 'db'>, mailId: number, source: string): Promise<void> {
  const report = readDeliveryReport(source);
  if (report?.action !== 'failed') return;
  await transaction(db, async (tx) => {
    const mail = await tx
      .selectFrom('mails')
      .select(['address', 'state', 'lastTriedAt', 'tries'])
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirst();
    // A repeated bounce does not suppress an address that staff have released.
    if (mail === undefined || (mail.state !== 'sent' && mail.state !== 'unknown')) return;
    if (Date.parse(mail.lastTriedAt ?? '') < clock.now() - LATEST) return;
    const answer = `It bounced: ${report.answer}`;
    const set = { state: 'refused', lastCode: null, lastAnswer: answer } as const;
    const tries = withTry(mail.tries, { at: clock.instant(), outcome: 'bounced', code: null, answer: report.answer });
    await tx
      .updateTable('mails')
      .set({ ...set, tries })
      .where('id', '=', mailId)
      .execute();
    await tx.updateTable('mails').set(set).where('digestId', '=', mailId).where('state', '=', mail.state).execute();
    if (isAboutAddress(report))
      await suppress(tx, { address: mail.address, code: null, reason: report.answer, source: 'bounce' });
  });
}

const CROWDED = 'Too many connections from your address';

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
