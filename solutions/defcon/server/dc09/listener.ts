import { createServer, type Server, type Socket } from 'node:net';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { counter, gauge } from '#platform/server/monitoring/metrics.ts';
import { causeOf, oncePerMinute } from '#platform/server/monitoring/once-per-minute.ts';
import { answer, type Outcome } from './answer.ts';
import { PanelConnections } from './connections.ts';
import { type Frame, FrameReader } from './protocol/frames.ts';
import type { SiaStore } from './receiver.ts';
import { PanelWatch } from './watch.ts';

/** Limits of the receiver. */
export const siaLimits = {
  connections: 20_000,
  /** Many panels may be behind one address of a mobile network. */
  perAddress: 2000,
  perPanel: 8,
  idleMs: 10 * 60_000,
  wrongFrames: 10,
};

const open = gauge('sia_connections', 'Connections of alarm panels to this receiver');
const refused = counter('sia_connections_refused', 'Connections of alarm panels beyond a limit', ['limit']);
const handled = counter('sia_frames', 'Frames of alarm panels, by what became of them', ['outcome']);
/** After a message that could not be stored, for this long. */
const faultMs = 60_000;

type Listener = {
  kit: Pick<Kit, 'log'> & { readiness: Pick<Kit['readiness'], 'watch'> };
  store: SiaStore;
  limits: typeof siaLimits;
  connections: PanelConnections;
  watch: PanelWatch;
  port: number;
  stopping: boolean;
  failedAt: number;
};

/** Starts the receiver of SIA DC-09. A frame is answered when its message can no longer be lost. */
export async function startSiaListener(
  kit: Listener['kit'],
  store: SiaStore,
  { port, host, limits = siaLimits }: { port: number; host: string; limits?: typeof siaLimits },
): Promise<{ port: number; stop: Stop }> {
  const connections = new PanelConnections(limits);
  const listener: Listener = {
    kit,
    store,
    limits,
    connections,
    watch: new PanelWatch(),
    port,
    stopping: false,
    failedAt: Number.NEGATIVE_INFINITY,
  };
  const running = new Set<Promise<void>>();
  const server = createServer((socket) => {
    const beyond = connections.add(socket);
    open.set(connections.count);
    if (beyond) {
      refused.inc({ limit: beyond });
      socket.destroy();
      return;
    }
    const serving = serveConnection(listener, socket).finally(() => {
      connections.remove(socket);
      open.set(connections.count);
      running.delete(serving);
    });
    running.add(serving);
  });
  await listen(server, port, host);
  // Panels are configured for one port, whatever the system has chosen in a test.
  const forget = [
    kit.readiness.watch(() => fullWarning(listener), 'warning'),
    kit.readiness.watch(() => faultWarning(listener), 'warning'),
  ];
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async stop() {
      listener.stopping = true;
      for (const one of forget) one();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A message that is being stored still gets its answer.
      connections.closeIdle();
      await Promise.all(running);
      await closed;
    },
  };
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));

const fullWarning = ({ connections, limits }: Listener): string | null =>
  connections.count < limits.connections
    ? null
    : `All ${limits.connections} connections for alarm panels are in use: further ones are refused.`;

const faultWarning = ({ failedAt }: Listener): string | null =>
  performance.now() - failedAt > faultMs
    ? null
    : 'Messages of alarm panels cannot be stored, and are not acknowledged: panels send them again.';

/** Reads and answers the frames of a connection, one after the other, until it ends. */
async function serveConnection(listener: Listener, socket: Socket): Promise<void> {
  const { connections, limits } = listener;
  const reader = new FrameReader();
  let wrong = 0;
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 60_000);
  socket.setTimeout(limits.idleMs, () => socket.destroy());
  try {
    for await (const bytes of socket as AsyncIterable<Buffer>) {
      connections.busy(socket, true);
      for (const frame of reader.read(bytes)) {
        wrong = 'wrong' in frame ? wrong + 1 : 0;
        await serveFrame(listener, socket, frame);
        if (wrong >= limits.wrongFrames) return;
      }
      connections.busy(socket, false);
      if (listener.stopping) return;
    }
  } catch (error) {
    // The other end has gone, or was silent for too long; it connects again.
    listener.kit.log.debug({ err: error }, 'a connection of an alarm panel has ended');
  } finally {
    socket.destroySoon();
  }
}

async function serveFrame(listener: Listener, socket: Socket, frame: Frame): Promise<void> {
  if ('wrong' in frame) {
    handled.inc({ outcome: `wrong-${frame.wrong}` });
    return;
  }
  const { kit, store, watch, connections, port } = listener;
  try {
    const received = { ...frame, port, address: socket.remoteAddress ?? '', now: Date.now() };
    const { outcome, panel, reply } = await answer(store, watch, received);
    handled.inc({ outcome: outcome satisfies Outcome });
    if (panel && isTrusted(outcome)) connections.belongs(socket, panel.deviceId);
    if (reply && socket.writable) socket.write(reply);
  } catch (error) {
    listener.failedAt = performance.now();
    handled.inc({ outcome: 'failed' });
    const message = 'a message of an alarm panel was not stored: the panel sends it again';
    oncePerMinute(kit.log).write('warn', { err: error }, message, `${message} ${causeOf(error as Error)}`);
  }
}

/** A stranger who only names an account must not be able to close the connections of its panel. */
const isTrusted = (outcome: Outcome): boolean => ['stored', 'known', 'alive', 'not-understood'].includes(outcome);
