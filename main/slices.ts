import type { SliceServer } from '#platform/server/serve.ts';
import { apps } from './apps.ts';

/** Imports the server of a slice, the only export of its `server/index.ts`. */
async function serverOf({ id, kind }: (typeof apps)[number]): Promise<SliceServer> {
  const path = `../${kind === 'core' ? 'core' : 'solutions'}/${id}/server/index.ts`;
  const [server] = Object.values((await import(path)) as Record<string, SliceServer>);
  if (server?.app.id !== id) throw new Error(`${path} does not export the result of serve(…) for ${id}`);
  return server;
}

/** The servers of the slices, in the order of apps.ts. */
export const slices: SliceServer[] = await Promise.all(apps.map(serverOf));
