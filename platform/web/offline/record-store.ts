const name = 'rasid';
const storeName = 'records';

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
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

/** A record in IndexedDB, for what is too large for `localStorage`. Calls reject where the browser allows no storage. */
export function openRecord<T>(key: string) {
  const store = async (mode: IDBTransactionMode) =>
    (await openDatabase()).transaction(storeName, mode).objectStore(storeName);
  return {
    get: async (): Promise<T | undefined> => asPromise((await store('readonly')).get(key)),
    set: async (value: T): Promise<void> => void (await asPromise((await store('readwrite')).put(value, key))),
    /** Replaces the value in one transaction, whichever tabs change it. Rejects with what `change` throws. */
    update: async (change: (before: T | undefined) => T): Promise<T> => {
      const records = await store('readwrite');
      const after = change(await asPromise<T | undefined>(records.get(key)));
      await asPromise(records.put(after, key));
      return after;
    },
    remove: async (): Promise<void> => void (await asPromise((await store('readwrite')).delete(key))),
  };
}
