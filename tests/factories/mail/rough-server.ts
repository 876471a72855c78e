import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** The parts of a conversation by SMTP. `mail`: after the dot that ends it. */
export type Stage = 'greeting' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'mail' | 'RSET' | 'QUIT';

/** What is said: lines with their ends, bytes, or nothing ever; or what is done with the line. */
export type Said = string | Buffer | null | ((socket: Socket) => void);

export interface RoughServer {
  port: number;
  /** Commands as they came, of all lines together. */
  heard: string[];
  /** How often the dot has come that ends a mail. */
  taken: () => number;
  /** From now on, in lines that are open too. */
  say: (script: Partial<Record<Stage, Said>>) => void;
  /** Ends all lines. */
  hangUp: () => void;
  close: () => Promise<void>;
}

const POLITE: Record<Stage, Said> = {
  greeting: '220 rough.example.edu ESMTP\r\n',
  EHLO: '250-rough.example.edu\r\n250-8BITMIME\r\n250 SIZE 10000000\r\n',
  STARTTLS: '454 4.7.0 TLS not available\r\n',
  AUTH: '235 2.7.0 Welcome\r\n',
  MAIL: '250 2.1.0 Ok\r\n',
  RCPT: '250 2.1.5 Ok\r\n',
  DATA: '354 Go on\r\n',
  mail: '250 2.0.0 Taken\r\n',
  RSET: '250 Ok\r\n',
  QUIT: '221 Bye\r\n',
};

/** A mail server without a library, with scripted answers, on a free port of this machine. */
export async function roughServer(script: Partial<Record<Stage, Said>> = {}): Promise<RoughServer> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  let replies = { ...POLITE, ...script };
  let taken = 0;
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    const answer = (stage: Stage): void => {
      const now = replies[stage];
      if (typeof now === 'function') now(socket);
      else if (now !== null && !socket.destroyed) socket.write(now);
    };
    let received = '';
    let isMail = false;
    const next = (): boolean => {
      const end = isMail ? '\r\n.\r\n' : '\r\n';
      const at = received.indexOf(end);
      if (at === -1) return false;
      const line = received.slice(0, at);
      received = received.slice(at + end.length);
      const stage = isMail ? 'mail' : (line.slice(0, 4).toUpperCase().replace('STAR', 'STARTTLS') as Stage);
      if (isMail) taken += 1;
      else heard.push(line);
      isMail = stage === 'DATA' && typeof replies.DATA === 'string' && replies.DATA.startsWith('354');
      answer(stage in POLITE ? stage : 'RSET');
      return true;
    };
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      while (next());
    });
    answer('greeting');
  });
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    taken: () => taken,
    say: (now) => (replies = { ...POLITE, ...now }),
    hangUp,
    close: async () => {
      hangUp();
      server.close();
      await once(server, 'close');
    },
  };
}
