import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { createStore } from '../../client/store.ts';

/** True once a part of the program could not be loaded: a newer version replaced it, or the network is gone. */
export const chunkFailed = createStore(false);

const timeoutMs = 120_000;

/** A script that did not arrive (`missing`) or took too long (`timeout`); a stylesheet has its own code. */
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

/** Loads a part of the program within two minutes; a failure raises the refresh dialog. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), timeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    chunkFailed.set(true);
    throw error instanceof ChunkLoadError ? error : new ChunkLoadError('missing', error);
  } finally {
    clearTimeout(timer);
  }
}

/** A part of a page that loads when it is first shown; like a page, it raises the refresh dialog when it cannot. */
// biome-ignore lint/suspicious/noExplicitAny: the bound of a generic over every component
export const lazyPart = <T extends ComponentType<any>>(load: () => Promise<T>): LazyExoticComponent<T> =>
  lazy(async () => ({ default: await loadChunk(load) }));
