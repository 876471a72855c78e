import { createServer, type AddressInfo, type Socket } from 'node:net';
import {
  element,
  elements,
  ENUMERATED,
  inside,
  integer,
  numberOf,
  OCTETS,
  SEQUENCE,
  SET,
  type Element,
} from './ber.ts';

const BIND = 0x60;
const SEARCH = 0x63;
const ENTRY = 0x64;
const DONE = 0x65;
const REFERENCE = 0x73;
const EXTENDED = 0x77;
const PAGED = '1.2.840.113556.1.4.319';
const IN_CHAIN = '1.2.840.113556.1.4.1941';

export interface ScriptedEntry {
  dn: string;
  attributes: Record<string, (string | Buffer)[]>;
}

export interface Search {
  base: string;
  isBaseOnly: boolean;
  attributes: string[];
}

/** A directory that no slapd can be: of Active Directory's kind, or one that misbehaves. */
export interface ScriptedDirectory {
  url: string;
  /** Everyone's password is "password of" and their DN. */
  entries: ScriptedEntry[];
  searches: Search[];
  /** The names that passwords came with. */
  binds: string[];
  /** Values of one attribute that are returned immediately, as Active Directory does; more of them require another request. */
  mostValues: number;
  /** Answers in its place; false leaves the request to the directory. The first byte of an operation is its kind. */
  instead: ((request: ScriptedRequest) => boolean) | null;
  close(): void;
}

export interface ScriptedRequest {
  operation: number;
  /** Sends messages of this request: an operation, such as `done(0)`, and controls. */
  send(...operations: Buffer[]): void;
  page(entries: readonly ScriptedEntry[], cookie: string): void;
  socket: Socket;
}

export const OPERATIONS = { bind: BIND, search: SEARCH, extended: EXTENDED } as const;

export function result(operation: number, code: number): Buffer {
  return element(operation + 1, element(ENUMERATED, Buffer.from([code])), element(OCTETS), element(OCTETS));
}

export function done(code: number): Buffer {
  return element(DONE, element(ENUMERATED, Buffer.from([code])), element(OCTETS), element(OCTETS));
}

export function entry({ dn, attributes }: ScriptedEntry): Buffer {
  const parts = Object.entries(attributes).map(([name, values]) =>
    element(SEQUENCE, element(OCTETS, name), element(SET, ...values.map((value) => element(OCTETS, value)))),
  );
  return element(ENTRY, element(OCTETS, dn), element(SEQUENCE, ...parts));
}

export function reference(url: string): Buffer {
  return element(REFERENCE, element(OCTETS, url));
}

export async function startScriptedDirectory(): Promise<ScriptedDirectory> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let waiting = Buffer.alloc(0);
    socket.on('data', (data) => {
      waiting = Buffer.concat([waiting, data]);
      const { found, bytes } = elements(waiting);
      waiting = waiting.subarray(bytes);
      for (const message of found) answer(directory, socket, inside(message));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const directory: ScriptedDirectory = {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    entries: [],
    searches: [],
    binds: [],
    mostValues: Infinity,
    instead: null,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return directory;
}

function answer(directory: ScriptedDirectory, socket: Socket, [id, operation, controls]: Element[]): void {
  if (id === undefined || operation === undefined) return;
  const send = (...operations: Buffer[]): void =>
    void socket.write(Buffer.concat(operations.map((one) => element(SEQUENCE, element(0x02, id.content), one))));
  const page = (entries: readonly ScriptedEntry[], cookie: string): void => {
    const value = element(SEQUENCE, integer(0), element(OCTETS, cookie));
    const control = element(0xa0, element(SEQUENCE, element(OCTETS, PAGED), element(OCTETS, value)));
    send(...entries.map(entry));
    socket.write(element(SEQUENCE, element(0x02, id.content), done(0), control));
  };
  const parts = inside(operation);
  const dn = String((operation.tag === SEARCH ? parts[0] : parts[1])?.content ?? '');
  if (operation.tag === BIND) directory.binds.push(dn);
  if (operation.tag === SEARCH)
    directory.searches.push({
      base: dn,
      isBaseOnly: numberOf(parts[1]!) === 0,
      attributes: inside(parts[7]!).map(({ content }) => String(content)),
    });
  if (directory.instead?.({ operation: operation.tag, send, page, socket }) === true) return;
  if (operation.tag === BIND) {
    const password = String(parts[2]?.content ?? '');
    send(result(BIND, dn === '' || password === `password of ${dn}` ? 0 : 49));
  } else if (operation.tag === EXTENDED) send(result(EXTENDED, 2));
  else if (operation.tag === SEARCH) {
    const found = foundBy(directory, parts);
    const [size, cookie] = pageOf(controls);
    if (size === 0) send(...found.map(entry), done(0));
    else page(found.slice(cookie, cookie + size), cookie + size < found.length ? String(cookie + size) : '');
  }
}

/** The size of a page, 0 for all together, and where it begins. */
function pageOf(controls: Element | undefined): [number, number] {
  const control =
    controls &&
    inside(controls)
      .map(inside)
      .find(([name]) => String(name?.content) === PAGED);
  const value = control?.at(-1);
  if (value === undefined) return [0, 0];
  const [size, cookie] = inside(inside(value)[0]!);
  return [numberOf(size!), Number(String(cookie?.content ?? ''))];
}

function foundBy({ entries, mostValues }: ScriptedDirectory, parts: Element[]): ScriptedEntry[] {
  const [base, scope, , , , , filter, wanted] = parts;
  const below = String(base!.content).toLowerCase();
  const isThere = ({ dn }: ScriptedEntry): boolean =>
    numberOf(scope!) === 0 ? dn.toLowerCase() === below : dn.toLowerCase().endsWith(below);
  const names = inside(wanted!).map(({ content }) => String(content));
  return entries
    .filter((one) => isThere(one) && matches(entries, one, filter!))
    .map((one) => ({ dn: one.dn, attributes: returnedAttributes(one, names, mostValues) }));
}

function returnedAttributes({ attributes }: ScriptedEntry, names: string[], most: number): ScriptedEntry['attributes'] {
  const parts = names.flatMap((requestedName) => {
    const [wanted = '', range] = requestedName.split(';range=');
    const name = Object.keys(attributes).find((key) => key.toLowerCase() === wanted.toLowerCase());
    if (name === undefined) return [];
    const values = attributes[name] ?? [];
    if (range === undefined && values.length <= most) return [[name, values] as const];
    const from = Number(range?.split('-')[0] ?? 0);
    const isLast = from + most >= values.length;
    const key = `${name};range=${from}-${isLast ? '*' : from + most - 1}`;
    return [[key, values.slice(from, from + most)] as const];
  });
  return Object.fromEntries(parts);
}

function matches(entries: readonly ScriptedEntry[], one: ScriptedEntry, filter: Element): boolean {
  const parts = filter.tag === 0x87 ? [] : inside(filter);
  if (filter.tag === 0xa0) return parts.every((part) => matches(entries, one, part));
  if (filter.tag === 0xa1) return parts.some((part) => matches(entries, one, part));
  if (filter.tag === 0xa2) return !matches(entries, one, parts[0]!);
  if (filter.tag === 0x87) return valuesOf(one, String(filter.content)).length > 0;
  if (filter.tag === 0xa3)
    return valuesOf(one, String(parts[0]!.content)).some((value) => isSame(value, parts[1]!.content));
  if (filter.tag !== 0xa9) return false;
  const [rule, type, value] = [0x81, 0x82, 0x83].map((tag) => parts.find((part) => part.tag === tag)!.content);
  return String(rule) === IN_CHAIN && isInChain(entries, one, String(type), value!);
}

function isInChain(entries: readonly ScriptedEntry[], one: ScriptedEntry, type: string, value: Buffer): boolean {
  const seen = new Set<ScriptedEntry>([one]);
  for (const group of seen)
    for (const member of valuesOf(group, type)) {
      if (isSame(member, value)) return true;
      for (const inner of entries) if (isSame(inner.dn, Buffer.from(member))) seen.add(inner);
    }
  return false;
}

function valuesOf({ dn, attributes }: ScriptedEntry, name: string): (string | Buffer)[] {
  if (name.toLowerCase() === 'objectclass' && attributes['objectClass'] === undefined) return [dn];
  const key = Object.keys(attributes).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? [] : (attributes[key] ?? []);
}

function isSame(value: string | Buffer, other: Buffer): boolean {
  return typeof value === 'string' ? value.toLowerCase() === String(other).toLowerCase() : value.equals(other);
}
