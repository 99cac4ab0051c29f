import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { createStore } from '../../client/store.ts';
import { offlineStore } from '../../offline/offline.ts';
import { PartUnavailable } from './PartUnavailable.tsx';

/** True once a chunk failed to load: there is a new version, or the network is down. */
export const chunkFailed = createStore(false);

let quietLoads = 0;
/** Whether files are being loaded that no page waits for. */
export const loadsQuietly = (): boolean => quietLoads > 0;

/** Loads what no page waits for: without a network no dialog opens. Rejects as `load` does. */
export async function loadQuietly(load: () => Promise<void>): Promise<void> {
  quietLoads += 1;
  try {
    await load();
  } finally {
    quietLoads -= 1;
  }
}

/** Rejects with the first failure, but not before all have ended: what still loads quietly would end with a dialog. */
export async function allEnded(loads: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const failed = (await Promise.allSettled(loads)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

const timeoutMs = 120_000;

/** A chunk that failed to load (`missing`) or took too long (`timeout`); a stylesheet has its own code. */
export class ChunkLoadError extends Error {
  readonly type: 'timeout' | 'missing';
  readonly code: 'CSS_CHUNK_LOAD_FAILED' | undefined;
  constructor(type: 'timeout' | 'missing', cause?: unknown) {
    super(`ChunkLoadError: ${type}`, { cause });
    this.name = 'ChunkLoadError';
    this.type = type;
    this.code = /\bcss\b/i.test(String(cause)) ? 'CSS_CHUNK_LOAD_FAILED' : undefined;
  }
}

/** Loads a chunk within two minutes. */
async function loadInTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), timeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw error instanceof ChunkLoadError ? error : new ChunkLoadError('missing', error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Loads a chunk within two minutes. A failure opens the refresh dialog; without a network the page shows a note in its
 * place.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await loadInTime(load);
  } catch (error) {
    if (!offlineStore.get()) chunkFailed.set(true);
    throw error;
  }
}

/** Loads a part of a page, or, without a network, a note in its place: the rest of the page can still be used. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T | typeof PartUnavailable> {
  try {
    return await loadInTime(load);
  } catch (error) {
    if (offlineStore.get()) return PartUnavailable;
    chunkFailed.set(true);
    throw error;
  }
}

/** `React.lazy` with the timeout and the failures of `loadPart`. */
// biome-ignore lint/suspicious/noExplicitAny: the bound of a generic over every component
export const lazyPart = <T extends ComponentType<any>>(load: () => Promise<T>): LazyExoticComponent<T> =>
  // The note takes no properties, so it can replace every component.
  lazy(async () => ({ default: (await loadPart(load)) as T }));
