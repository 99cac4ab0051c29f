/**
 * The countries of the world as vector tiles, cut in a worker from outlines that this installation serves: 0.2 MB
 * compressed, and 1.2 MB more once somebody looks closely. The page is not stopped by their millions of numbers.
 */

export const worldLayer = 'countries';
/** From this zoom on the outlines are the fine ones: the others would look angular. */
export const fineFrom = 5;
/** Closer tiles would show no more. */
export const worldMaxZoom = 9;
const protocol = 'world';
export const worldAddress = `${protocol}://{z}/{x}/{y}`;

export type TileQuestion = { id: number; z: number; x: number; y: number };
export type TileAnswer = { id: number; tile: ArrayBuffer } | { id: number; failed: string };

type Waiting = { resolve(tile: ArrayBuffer): void; reject(error: Error): void };
const waiting = new Map<number, Waiting>();
let started: Worker | undefined;
let asked = 0;

function startedWorker(): Worker {
  if (started) return started;
  const worker = new Worker(new URL('./world-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<TileAnswer>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('tile' in data) one?.resolve(data.tile);
    else one?.reject(new Error(`The world was not loaded: ${data.failed}`));
  });
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(`The world was not prepared: ${message}`));
    waiting.clear();
    started = undefined;
  });
  started = worker;
  return worker;
}

/** The countries in a tile as a Mapbox vector tile; empty where there is only sea. */
export function worldTile(z: number, x: number, y: number): Promise<ArrayBuffer> {
  const id = ++asked;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    startedWorker().postMessage({ id, z, x, y } satisfies TileQuestion);
  });
}

/** The protocol of `worldAddress`, for MapLibre. */
export const worldProtocol = {
  name: protocol,
  async answer({ url }: { url: string }): Promise<{ data: ArrayBuffer }> {
    const [z = 0, x = 0, y = 0] = url.slice(`${protocol}://`.length).split('/').map(Number);
    return { data: await worldTile(z, x, y) };
  },
};
