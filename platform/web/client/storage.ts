/** Entries of other versions are removed at start, because their format is unknown. */
export const storageVersion = '#1.1.0';
const olderVersions = ['#1.0.2'];

export type Stored = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Removes the entries of older releases. */
export function removeOldEntries({
  localStorage,
  sessionStorage,
}: {
  localStorage: Stored;
  sessionStorage: Stored;
}): void {
  for (const storage of [localStorage, sessionStorage]) {
    const keys = Array.from({ length: storage.length }, (_, position) => storage.key(position));
    for (const key of keys) if (key && olderVersions.some((version) => key.endsWith(version))) storage.removeItem(key);
  }
}

/** A JSON value in the browser's storage. A value that cannot be parsed is removed and counts as absent. */
export function storedItem<T>(name: string, storage: () => Stored) {
  const key = `${name}${storageVersion}`;
  return {
    key,
    get(): T | undefined {
      const text = storage().getItem(key);
      if (text === null) return undefined;
      try {
        return JSON.parse(text) as T;
      } catch (error) {
        console.warn(`The stored "${name}" could not be read and was removed.`, error);
        storage().removeItem(key);
        return undefined;
      }
    },
    set: (value: T): void => storage().setItem(key, JSON.stringify(value)),
    remove: (): void => storage().removeItem(key),
  };
}

export const inLocal = <T>(name: string) => storedItem<T>(name, () => window.localStorage);
export const inSession = <T>(name: string) => storedItem<T>(name, () => window.sessionStorage);
