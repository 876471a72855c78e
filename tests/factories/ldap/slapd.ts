import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Attribute, Change, Client } from 'ldapts';
import { AUTHORITY } from '../mail/mail-server.ts';
import { run, slapdProgram, type SlapdProgram } from './slapd-program.ts';

export const BASE = 'dc=campus,dc=example';
export const PEOPLE = `ou=people,${BASE}`;
export const GROUPS = `ou=groups,${BASE}`;
export const SERVICE = { dn: `cn=portal,${BASE}`, password: 'portal secret' };
const ROOT = { dn: `cn=root,${BASE}`, password: 'root secret' };
/** With which slapd says that it has its ports. */
const READY = 'slapd starting';

/** The file of the authority that its certificate is of. */
export { AUTHORITY };

/** A real directory with people and groups, on ports of its own. */
export interface Slapd {
  /** ldap://127.0.0.1:... */
  url: string;
  /** ldaps://127.0.0.1:... */
  secureUrl: string;
  addPerson(uid: string, more?: Record<string, string | string[]>): Promise<string>;
  /** `members`: whole names. */
  addGroup(cn: string, members: string[]): Promise<string>;
  /** The permanent ids of everyone below the people. */
  ids(): Promise<string[]>;
  add(dn: string, attributes: Record<string, string | string[]>): Promise<void>;
  replace(dn: string, attribute: string, values: string[]): Promise<void>;
  remove(dn: string): Promise<void>;
  /** Ends it and keeps its data. */
  halt(): Promise<void>;
  /** Starts it again on the same ports. */
  resume(): Promise<void>;
  /** Ends it and deletes its data. */
  close(): Promise<void>;
}

/** Everyone's password is "password of" and their uid. */
export function passwordOf(uid: string): string {
  return `password of ${uid}`;
}

/** `people` are there from the start: u1, u2 ... `lines` are further ones of slapd.conf, for the database. */
export async function startSlapd({ people = 0, lines = [] as string[] } = {}): Promise<Slapd> {
  const program = await slapdProgram();
  const folder = await mkdtemp(join(tmpdir(), 'atrium-ldap-'));
  const config = join(folder, 'slapd.conf');
  await mkdir(join(folder, 'data'));
  await writeFile(config, configOf(program, folder, lines));
  await load(program, folder, config, people);
  const { child: first, ports } = await startOnFreePorts(program, config);
  let child = first;
  const asRoot = async (work: (client: Client) => Promise<void>): Promise<void> => {
    const client = new Client({ url: `ldap://127.0.0.1:${ports[0]}`, timeout: 10_000, connectTimeout: 10_000 });
    try {
      await client.bind(ROOT.dn, ROOT.password);
      await work(client);
    } finally {
      await client.unbind();
    }
  };
  const add: Slapd['add'] = (dn, attributes) => asRoot((client) => client.add(dn, attributes));
  return {
    url: `ldap://127.0.0.1:${ports[0]}`,
    secureUrl: `ldaps://127.0.0.1:${ports[1]}`,
    add,
    ids: async () => {
      const ids: string[] = [];
      await asRoot(async (client) => {
        const filter = '(objectClass=inetOrgPerson)';
        const { searchEntries } = await client.search(PEOPLE, { filter, attributes: ['entryUUID'], paged: true });
        for (const { entryUUID } of searchEntries) ids.push(String(entryUUID));
      });
      return ids;
    },
    addPerson: async (uid, more = {}) => {
      const dn = `uid=${uid},${PEOPLE}`;
      await add(dn, { ...personAttributes(uid), ...more });
      return dn;
    },
    addGroup: async (cn, members) => {
      const dn = `cn=${cn},${GROUPS}`;
      await add(dn, { objectClass: ['groupOfNames'], cn, member: members });
      return dn;
    },
    replace: (dn, type, values) =>
      asRoot((client) =>
        client.modify(dn, new Change({ operation: 'replace', modification: new Attribute({ type, values }) })),
      ),
    remove: (dn) => asRoot((client) => client.del(dn)),
    halt: () => end(child),
    resume: async () => {
      child = await start(program, config, ports);
    },
    close: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function personAttributes(uid: string): Record<string, string | string[]> {
  return {
    objectClass: ['inetOrgPerson'],
    uid,
    cn: `Person ${uid}`,
    sn: uid,
    mail: `${uid}@campus.example`,
    userPassword: passwordOf(uid),
  };
}

function configOf({ schemas, modules }: SlapdProgram, folder: string, lines: string[]): string {
  const key = AUTHORITY.replace(/crt$/, 'key');
  return [
    ...['core', 'cosine', 'inetorgperson', 'nis'].map((name) => `include ${join(schemas, `${name}.schema`)}`),
    `pidfile ${join(folder, 'pid')}`,
    `argsfile ${join(folder, 'args')}`,
    ...(modules === null ? [] : [`modulepath ${modules}`, 'moduleload back_mdb', 'moduleload memberof']),
    `TLSCertificateFile ${AUTHORITY}`,
    `TLSCertificateKeyFile ${key}`,
    'database mdb',
    `suffix "${BASE}"`,
    `rootdn "${ROOT.dn}"`,
    `rootpw "${ROOT.password}"`,
    `directory ${join(folder, 'data')}`,
    'maxsize 134217728',
    'index objectClass,uid,member,entryUUID eq',
    'access to attrs=userPassword by anonymous auth by * none',
    `access to * by dn.exact="${SERVICE.dn}" read by * none`,
    ...lines,
    'overlay memberof',
    '',
  ].join('\n');
}

async function load(program: SlapdProgram, folder: string, config: string, people: number): Promise<void> {
  const units = [BASE, PEOPLE, GROUPS].map((dn) =>
    dn === BASE
      ? entry(dn, { objectClass: ['dcObject', 'organization'], dc: 'campus', o: 'Campus' })
      : entry(dn, { objectClass: ['organizationalUnit'], ou: /^ou=(\w+)/.exec(dn)?.[1] ?? '' }),
  );
  const service = entry(SERVICE.dn, {
    objectClass: ['applicationProcess', 'simpleSecurityObject'],
    cn: 'portal',
    userPassword: SERVICE.password,
  });
  const many = Array.from({ length: people }, (_, index) =>
    entry(`uid=u${index + 1},${PEOPLE}`, personAttributes(`u${index + 1}`)),
  );
  const file = join(folder, 'start.ldif');
  await writeFile(file, [...units, service, ...many].join('\n'));
  const { code, output } = await run(program.binary, ['-q', '-f', config, '-l', file], {
    env: program.env,
    argv0: 'slapadd',
  });
  if (code !== 0) throw new Error(`slapadd failed: ${output}`);
}

function entry(dn: string, attributes: Record<string, string | string[]>): string {
  const lines = Object.entries(attributes).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  return [`dn: ${dn}`, ...lines, ''].join('\n');
}

/** Someone else may take a port between finding and using it. */
async function startOnFreePorts(
  program: SlapdProgram,
  config: string,
): Promise<{ child: ChildProcess; ports: [number, number] }> {
  for (let attempt = 1; ; attempt += 1) {
    const ports: [number, number] = [await freePort(), await freePort()];
    try {
      return { child: await start(program, config, ports), ports };
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

async function start({ binary, env }: SlapdProgram, config: string, ports: [number, number]): Promise<ChildProcess> {
  const urls = `ldap://127.0.0.1:${ports[0]}/ ldaps://127.0.0.1:${ports[1]}/`;
  // With a level it stays in the foreground; this one says when it starts, and little else.
  const child = spawn(binary, ['-f', config, '-h', urls, '-d', 'stats'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => {
      if (output.includes(READY)) return;
      output += text;
      if (output.includes(READY)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`slapd has not started: ${output.slice(-2000)}`)));
  });
  // It says so a moment before it listens.
  for (const port of ports) while (child.exitCode === null && !(await isListening(port)));
  return child;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
