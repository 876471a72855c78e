import type { KioskIdentity } from '../values/kiosk-identity.ts';
import type { Static, TObject, TSchema } from './type.ts';

/** What both sides know of a call: the server's route, the entry of the API documentation and the browser's function are made from it. */
export interface Call {
  summary: string;
  /** Open to visitors. */
  public?: true;
  /** The least identification with which kiosk sessions can call it. Without: only GET calls that are open to visitors. */
  kiosk?: KioskIdentity;
  /** Responses to visitors are cached by the declared query parameters. */
  cached?: true;
  /** Of the parts of the path that are not ids. */
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** That it reads beside those of every call. */
  headers?: readonly ('If-Match' | 'Idempotency-Key')[];
  /** Bytes of the body; 1 MiB without. */
  bodyLimit?: number;
  /** What a success holds: nothing else leaves. Without this and `content` there is no content: 204. */
  response?: TSchema;
  /** The type of a response that is not JSON. */
  content?: string;
  /** 204 instead of the response, where the handler returns undefined. */
  optional?: true;
  /** The resource with which the API documentation describes it. */
  resource?: string;
  /** Of a success. Default: 200. */
  status?: 201 | 202;
}

type CallName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
export type Calls = Readonly<Record<string, Call>>;

/** Declares calls by method and path. Parts of the path that `params` does not name are ids. */
export function calls<const C extends Readonly<Record<CallName, Call>>>(declared: C): C {
  return declared;
}

type NamesIn<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : never;
type Declared<Part> = Part extends TObject ? Static<Part> : object;

/** The values of the path: numbers for ids. */
export type Params<Name extends string, C extends Call> = {
  [N in Exclude<NamesIn<Name>, keyof Declared<C['params']>>]: number;
} & Declared<C['params']>;
export type Query<C extends Call> = Declared<C['query']>;
export type Body<C extends Call> = C['body'] extends TSchema ? Static<C['body']> : unknown;
/** What the browser gets. */
export type Answer<C extends Call> =
  | (C['response'] extends TSchema ? Static<C['response']> : undefined)
  | (C['optional'] extends true ? undefined : never);

/** Values that are null or undefined are left out. */
type Loose<T> = { [K in keyof T]: T[K] | null | undefined };
/** What the browser gives. Ids can be texts of an address, which the server checks. */
export type Given<Name extends string, C extends Call> = ([NamesIn<Name>] extends [never]
  ? { params?: never }
  : {
      params: {
        [N in keyof Params<Name, C>]: Params<Name, C>[N] extends number ? number | string : Params<Name, C>[N];
      };
    }) &
  (C['query'] extends TObject
    ? object extends Static<C['query']>
      ? { query?: Loose<Static<C['query']>> }
      : { query: Loose<Static<C['query']>> }
    : { query?: never }) &
  (C['body'] extends TSchema ? { body: Static<C['body']> } : { body?: never });
