import { addressOf, withLand } from 'virtual:world-tiles';
import { tileName, worldProtocol } from './world-levels.ts';

/** The countries in a tile of a level as a Mapbox vector tile; empty where there is only sea. */
export async function worldTile(z: number, x: number, y: number): Promise<ArrayBuffer> {
  const name = tileName(z, x, y);
  if (!withLand.has(name)) return new ArrayBuffer(0);
  const reply = await fetch(addressOf(name));
  if (!reply.ok) throw new Error(`The outlines of the world could not be loaded: status ${reply.status}`);
  return reply.arrayBuffer();
}

/** Answers MapLibre's requests for `worldAddress`. */
export async function answerWorld({ url }: { url: string }): Promise<{ data: ArrayBuffer }> {
  const [z = 0, x = 0, y = 0] = url.slice(`${worldProtocol}://`.length).split('/').map(Number);
  return { data: await worldTile(z, x, y) };
}
