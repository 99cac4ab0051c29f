const name = 'rasid';
const storeName = 'records';

export function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves once what a transaction wrote is stored; rejects if it was not, such as without space. */
export function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

let opened: Promise<IDBDatabase> | null = null;

function openDatabase(): Promise<IDBDatabase> {
  opened ??= (() => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    return asPromise(request);
  })();
  return opened;
}

/** The records in a transaction, which ends when nothing more is asked of it. */
export const openRecords = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await openDatabase()).transaction(storeName, mode).objectStore(storeName);

/** A record in IndexedDB, for what is too large for `localStorage`. Calls reject where the browser allows no storage. */
export function openRecord<T>(key: string) {
  return {
    get: async (): Promise<T | undefined> => asPromise((await openRecords('readonly')).get(key)),
    set: async (value: T): Promise<void> => void (await asPromise((await openRecords('readwrite')).put(value, key))),
    remove: async (): Promise<void> => void (await asPromise((await openRecords('readwrite')).delete(key))),
  };
}
