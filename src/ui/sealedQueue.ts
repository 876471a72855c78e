/** Encrypted items in the order in which they were added, in this browser's database. */

export interface SealedItem<Item> {
  id: number;
  item: Item;
}

interface StoredItem {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

const ITEMS = 'items';
const KEYS = 'keys';
const KEY = 'key';

/**
 * The key is made here, cannot be read by any script, and is deleted with the items. Where browsers neither encrypt nor store, as over plain
 * HTTP, `open` returns null.
 */
export class SealedQueue<Item> {
  readonly #db: IDBDatabase;
  readonly #key: CryptoKey;

  private constructor(db: IDBDatabase, key: CryptoKey) {
    this.#db = db;
    this.#key = key;
  }

  static async open<Item>(name: string): Promise<SealedQueue<Item> | null> {
    if ((crypto.subtle as SubtleCrypto | undefined) === undefined || !('indexedDB' in window)) return null;
    const db = await openDatabase(name);
    return new SealedQueue<Item>(db, await storedKey(db));
  }

  /** Resolves when the item is on the disk. */
  async add(item: Item): Promise<void> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(item));
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, this.#key, text);
    const transaction = this.#db.transaction(ITEMS, 'readwrite', { durability: 'strict' });
    transaction.objectStore(ITEMS).add({ iv, data } satisfies StoredItem);
    await completed(transaction);
  }

  /** The first ones, at most `count`. */
  async first(count: number): Promise<SealedItem<Item>[]> {
    const store = this.#db.transaction(ITEMS).objectStore(ITEMS);
    const [ids, items] = await Promise.all([
      answered(store.getAllKeys(null, count)),
      answered<StoredItem[]>(store.getAll(null, count)),
    ]);
    return Promise.all(items.map(async (item, index) => ({ id: Number(ids[index]), item: await this.#open(item) })));
  }

  count(): Promise<number> {
    return answered(this.#db.transaction(ITEMS).objectStore(ITEMS).count());
  }

  async remove(ids: readonly number[]): Promise<void> {
    const transaction = this.#db.transaction(ITEMS, 'readwrite');
    for (const id of ids) transaction.objectStore(ITEMS).delete(id);
    await completed(transaction);
  }

  close(): void {
    this.#db.close();
  }

  async #open({ iv, data }: StoredItem): Promise<Item> {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, this.#key, data);
    return JSON.parse(new TextDecoder().decode(plain)) as Item;
  }
}

/** With its key: what was stored can no longer be read. */
export async function deleteSealedQueue(name: string): Promise<void> {
  if ('indexedDB' in window) await answered(indexedDB.deleteDatabase(name));
}

async function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(ITEMS, { autoIncrement: true });
    request.result.createObjectStore(KEYS);
  };
  const db = await answered(request);
  // It is deleted elsewhere, which would wait until this page is left.
  db.onversionchange = () => db.close();
  return db;
}

async function storedKey(db: IDBDatabase): Promise<CryptoKey> {
  const read = (): Promise<CryptoKey | undefined> =>
    answered(db.transaction(KEYS).objectStore(KEYS).get(KEY) as IDBRequest<CryptoKey | undefined>);
  const known = await read();
  if (known !== undefined) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const transaction = db.transaction(KEYS, 'readwrite');
  transaction.objectStore(KEYS).add(made, KEY);
  // Another tab may have been first.
  await completed(transaction).catch(() => undefined);
  return (await read()) ?? made;
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database of this browser does not answer.'));
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () =>
      reject(transaction.error ?? new Error('The database of this browser does not answer.'));
  });
}
