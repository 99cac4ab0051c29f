import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { generate, parser } from 'mqtt-packet';
import { type Tracks, trackEntries } from './fixtures/tracks.ts';

/**
 * Many devices that publish at QoS 1. They use little CPU, so that the cores are free for the measured server. Runs as a
 * separate process that reads one job as JSON from its parent and answers with messages.
 */
export type LoadJob = {
  port: number;
  devices: { name: string; secret: string }[];
  seconds: number;
  /** The maximum of unacknowledged messages per device. */
  inFlight: number;
  /** Messages per second of all devices. 0 sends as fast as acknowledgements arrive. */
  perSecond: number;
  /** The time of the first message. Each further message of a device is one millisecond later. Defaults to the clock. */
  startAt?: number;
  /** The number of messages of a device between two that trigger the rule. 0 never triggers it. */
  alarmEvery?: number;
  /** Trackers that publish a number of positions per message, instead of the values of tanks. */
  tracks?: Tracks;
  /** Sensors of bays, which change with every message; what the first one says. */
  bays?: { begin: boolean };
  /** Traps that are sprung and armed in turn, 20 seconds apart since this time. */
  traps?: { since: number };
  /** A device that has sent so many messages sends no more, and the load may end early. */
  most?: number;
};
export type LoadResult = { sent: number; acknowledged: number; seconds: number; ackMs: number[]; perDevice: number[] };

type Device = {
  socket: Socket;
  index: number;
  sent: number;
  acknowledged: number;
  times: number[];
  due: number[];
  lost: boolean;
};

/** With a start, positions are a second apart; else they are measured now. */
function trackBody({ startAt }: LoadJob, tracks: Tracks, index: number, n: number, now: number): string {
  return trackEntries(tracks, index, n, startAt === undefined ? { now } : { startAt });
}

const topic = 'v1/devices/me/telemetry';
const sampleEvery = 7;
/** Activations of a trap within ten seconds would be one. */
const trapStepMs = 20_000;

/** The head of a PUBLISH of telemetry at QoS 1. */
export const publishHead = (length: number, id: number): Buffer => {
  // PUBLISH, QoS 1: fixed header, remaining length, topic, packet id.
  const remaining = 2 + topic.length + 2 + length;
  const head =
    remaining < 128 ? Buffer.from([0x32, remaining]) : Buffer.from([0x32, (remaining & 127) | 128, remaining >> 7]);
  return Buffer.concat([head, Buffer.from([0, topic.length]), Buffer.from(topic), Buffer.from([id >> 8, id & 255])]);
};

export async function run(job: LoadJob): Promise<LoadResult> {
  const ackMs: number[] = [];
  const devices: Device[] = [];
  for (let at = 0; at < job.devices.length; at += 100)
    devices.push(
      ...(await Promise.all(job.devices.slice(at, at + 100).map((device, i) => signIn(job, device, at + i)))),
    );
  let running = true;
  const startedAt = performance.now();
  const publish = (device: Device, due = performance.now()) => {
    const n = device.sent++;
    device.times[n % job.inFlight] = due;
    const ts = job.startAt === undefined ? Math.round(performance.timeOrigin + due) : job.startAt + n;
    const level = job.alarmEvery && (n + device.index) % job.alarmEvery === 0 ? 3.5 : (n % 290) / 100;
    const body = job.tracks
      ? trackBody(job, job.tracks, device.index, n, ts)
      : job.bays
        ? `{"ts":${ts},"values":{"occupied":${job.bays.begin === (n % 2 === 0)},"magneticField":${n % 100},"temperature":${20 + (n % 50) / 10}}}`
        : job.traps
          ? `{"ts":${job.traps.since + n * trapStepMs},"values":{"hits":${(n >> 1) + 1},"trapState":"${n % 2 === 0 ? 'sprung' : 'armed'}","temperature":${20 + (n % 50) / 10}}}`
          : `{"ts":${ts},"values":{"level":${level},"fillPercent":${n % 100},"temperature":${20 + (n % 50) / 10}}}`;
    device.socket.write(Buffer.concat([publishHead(body.length, (n % job.inFlight) + 1), Buffer.from(body)]));
  };
  const goesOn = ({ sent }: Device) => sent < (job.most ?? Number.POSITIVE_INFINITY);
  const acknowledged = (device: Device, packetId: number) => {
    const n = device.acknowledged++;
    if (n % sampleEvery === 0) ackMs.push(performance.now() - (device.times[packetId - 1] as number));
    if (running && job.perSecond === 0 && goesOn(device)) publish(device);
    const dueAt = device.due.shift();
    if (dueAt !== undefined) publish(device, dueAt);
  };
  for (const device of devices) listen(device, acknowledged);
  const timer = job.perSecond > 0 ? startPaced(devices, job, publish) : undefined;
  if (!timer) for (const device of devices) for (let i = 0; i < job.inFlight; i++) publish(device);
  const isDone = () => devices.every(({ acknowledged: n }) => n >= (job.most ?? Number.POSITIVE_INFINITY));
  while (performance.now() - startedAt < job.seconds * 1000 && !isDone())
    await new Promise((resolve) => setTimeout(resolve, 20));
  running = false;
  clearInterval(timer);
  const total = (field: 'sent' | 'acknowledged') => devices.reduce((sum, device) => sum + device[field], 0);
  const atEnd = total('acknowledged');
  const seconds = (performance.now() - startedAt) / 1000;
  for (
    let waits = 0;
    waits < 100 &&
    devices.some((device) => !device.lost && (device.due.length > 0 || device.acknowledged < device.sent));
    waits++
  )
    await new Promise((resolve) => setTimeout(resolve, 100));
  for (const device of devices) device.socket.destroy();
  process.send?.({ kind: 'end' });
  return {
    sent: total('sent'),
    acknowledged: total('acknowledged'),
    seconds: seconds * (total('acknowledged') / Math.max(1, atEnd)),
    ackMs,
    perDevice: devices.map((device) => device.acknowledged),
  };
}

/** The latency of a delayed message is measured from the time when it was due, so that a standstill is visible. */
function startPaced(
  devices: readonly Device[],
  job: LoadJob,
  publish: (device: Device, due: number) => void,
): NodeJS.Timeout {
  const startedAt = performance.now();
  let published = 0;
  return setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * job.perSecond;
    for (; published < due; published++) {
      const device = devices[published % devices.length] as Device;
      const dueAt = startedAt + (published / job.perSecond) * 1000;
      if (device.sent - device.acknowledged < job.inFlight) publish(device, dueAt);
      else device.due.push(dueAt);
    }
  }, 5);
}

/** Reads acknowledgements, which have four bytes, and ignores other packets. */
function listen(device: Device, acknowledged: (device: Device, packetId: number) => void) {
  let rest: Buffer = Buffer.alloc(0);
  device.socket.on('data', (chunk: Buffer) => {
    const data = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    for (; at + 4 <= data.length; at += 4) if (data[at] === 0x40) acknowledged(device, data.readUInt16BE(at + 2));
    rest = data.subarray(at);
  });
  const lost = () => {
    device.lost = true;
  };
  device.socket.on('error', lost).on('close', lost);
}

async function signIn(
  job: LoadJob,
  { name, secret }: { name: string; secret: string },
  index: number,
): Promise<Device> {
  const socket = connect(job.port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  socket.write(
    generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: `load-${name}`,
      keepalive: 300,
      username: name,
      password: Buffer.from(secret),
    }),
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  const read = parser();
  let code = -1;
  read.on('packet', (packet) => {
    if (packet.cmd === 'connack') code = packet.returnCode ?? -1;
  });
  read.parse(first);
  if (code !== 0) throw new Error(`${name} could not sign in: ${code}`);
  return { socket, index, sent: 0, acknowledged: 0, times: [], due: [], lost: false };
}

if (process.argv[2] === 'run') {
  process.once('message', (job) => {
    run(job as LoadJob).then(
      (result) => process.send?.({ kind: 'result', result }, () => process.exit(0)),
      (error: Error) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
