import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { generate } from 'mqtt-packet';
import { publishHead } from './mqtt-load.ts';

/**
 * Devices that connect and stay connected. Runs as a separate process that reads one job as JSON from its parent; the
 * connections end with the process.
 */
export type ConnectJob = {
  port: number;
  devices: { name: string; secret: string }[];
  /** An address of this machine to connect from: one address has ports for some 28,000 connections. */
  from: string;
  /** How many devices connect at the same time. */
  atOnce: number;
  /** Each device publishes one message at QoS 1 as soon as it is signed in. */
  publishes: boolean;
};
/** The time from the first attempt of a device until it is signed in, or until its message is acknowledged. */
export type ConnectResult = { doneMs: number[]; retries: number };

const keepAliveSeconds = 1200;
const retryMs = 1000;
const connackBytes = 4;
const pubackBytes = 4;

function connectPacket({ name, secret }: ConnectJob['devices'][number]): Buffer {
  return generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: 'bench',
    keepalive: keepAliveSeconds,
    username: name,
    password: Buffer.from(secret),
  });
}

/** Reads until a number of bytes have arrived; null if the connection ends before. */
function readBytes(socket: Socket, count: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    let read: Buffer = Buffer.alloc(0);
    const done = (result: Buffer | null) => {
      socket.off('data', onData).off('close', onClose);
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      if (read.length >= count) done(read);
    };
    const onClose = () => done(null);
    socket.on('data', onData).on('close', onClose);
  });
}

/** One attempt. Returns false if the server closed or refused the connection. */
async function attempt(job: ConnectJob, device: ConnectJob['devices'][number]): Promise<boolean> {
  const socket = connect({ port: job.port, host: '127.0.0.1', localAddress: job.from });
  // The close that follows an error ends the attempt.
  socket.on('error', () => undefined);
  socket.write(connectPacket(device));
  const connack = await readBytes(socket, connackBytes);
  if (connack?.[3] !== 0) {
    socket.destroy();
    return false;
  }
  if (!job.publishes) return true;
  const body = `{"ts":${Date.now()},"values":{"level":1.5,"fillPercent":50,"temperature":21}}`;
  socket.write(Buffer.concat([publishHead(body.length, 1), Buffer.from(body)]));
  return (await readBytes(socket, pubackBytes)) !== null;
}

async function run(job: ConnectJob): Promise<ConnectResult> {
  const doneMs: number[] = [];
  let retries = 0;
  const waiting = [...job.devices];
  const lane = async () => {
    for (let device = waiting.pop(); device; device = waiting.pop()) {
      const startedAt = performance.now();
      while (!(await attempt(job, device))) {
        retries++;
        await after(retryMs * (0.5 + Math.random()));
      }
      doneMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: Math.min(job.atOnce, job.devices.length) }, lane));
  return { doneMs, retries };
}

const [job] = (await once(process, 'message')) as [ConnectJob];
process.send?.(await run(job));
process.on('disconnect', () => process.exit(0));
