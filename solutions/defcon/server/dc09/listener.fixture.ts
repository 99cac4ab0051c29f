import pino from 'pino';
import { expect } from 'vitest';
import { siaLimits, startSiaListener } from './listener.ts';
import { frameOf, type NotedStore, type PanelLine, panelLine } from './panel.fixture.ts';

const ends: (() => Promise<void>)[] = [];
/** Ends all that was opened; for `afterEach`. */
export const endAll = async (): Promise<void> => {
  for (const end of ends.splice(0).reverse()) await end();
};

const warnings = new Set<() => string | null>();
const kit = {
  log: pino({ level: 'silent' }),
  readiness: {
    watch(check: () => string | null): () => void {
      warnings.add(check);
      return () => void warnings.delete(check);
    },
  },
};
/** The warnings of `/ready`. */
export const said = () => [...warnings].map((warning) => warning()).filter((sentence) => sentence !== null);

export async function receiver(store: NotedStore, limits: Partial<typeof siaLimits> = {}) {
  const started = await startSiaListener(kit, store, {
    port: 0,
    host: '127.0.0.1',
    limits: { ...siaLimits, ...limits },
  });
  ends.push(started.stop);
  const line = async (): Promise<PanelLine> => {
    const opened = await panelLine(started.port);
    ends.push(opened.end);
    return opened;
  };
  return { ...started, line };
}

/** Whatever comes before the answer to this message has been handled without one. */
const marker = frameOf({ sequence: '9999' });
export const silent = async (line: PanelLine, ...frames: Buffer[]) => {
  line.send(...frames, marker);
  expect(await line.reply()).toBe('"ACK"9999L0#1234[]');
};
export const seconds = (count: number) => Date.now() + count * 1000;
