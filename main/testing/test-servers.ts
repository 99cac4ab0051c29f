import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import mqtt, { type MqttClient } from 'mqtt';
import type pg from 'pg';

/** Below the ports that systems give to outgoing connections, one of which could take a free port before its server does. */
const lowestPort = 20_000;
const portCount = 12_000;

/** A port that is currently free. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = lowestPort + Math.floor(Math.random() * portCount);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    return port;
  }
  throw new Error('no port is free');
}

export type TestServer = {
  port: number;
  mqttPort: number;
  /** Resolves when the server is ready. Rejects with its output when it exits before. */
  ready: Promise<void>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  /** All output so far. */
  output(): string;
  /** The answer of `/ready`, or null when none arrives in time. */
  readiness(): Promise<{ status: number; reason?: string } | null>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

/** Starts the server as a separate process. Resolves when it is ready. Ends the process when it does not become ready. */
export async function startServer(env: Record<string, string>): Promise<TestServer> {
  const server = await spawnServer(env);
  await server.ready.catch(async (error: Error) => {
    await server.kill('SIGKILL');
    throw error;
  });
  return server;
}

/** Starts the server as a separate process without waiting until it is ready. */
export async function spawnServer(env: Record<string, string>): Promise<TestServer> {
  const mqttPort = Number(env.MQTT_PORT ?? (await freePort()));
  const port = Number(env.PORT ?? (await freePort()));
  const child = spawn(process.execPath, [fileURLToPath(new URL('../server.ts', import.meta.url))], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      // Any free port: only tests of alarm panels name one.
      SIA_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const ready = new Promise<void>((resolve, reject) => {
    const append = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('Rasid is ready')) resolve();
    };
    child.stdout?.on('data', append);
    child.stderr?.on('data', append);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  // A rejection is reported only to callers that await it.
  ready.catch(() => undefined);
  return {
    port,
    mqttPort,
    ready,
    ended,
    output: () => output,
    readiness: () => readinessAt(port),
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await ended;
    },
  };
}

const answersWithinMs = 4000;

async function readinessAt(port: number): Promise<{ status: number; reason?: string } | null> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(answersWithinMs) });
    return { ...((await reply.json()) as object), status: reply.status };
  } catch {
    return null;
  }
}

/** Sets the secrets of some devices of the demo data and returns the devices with their secrets. */
export async function devicesWithSecrets(
  pool: pg.Pool,
  solution: number,
): Promise<{ id: number; name: string; secret: string }[]> {
  const rows = await pool.query<{ id: number; serial: string }>(
    'SELECT id, serial FROM device WHERE solution_id = $1 AND has_token ORDER BY id',
    [solution],
  );
  const devices = rows.rows.map(({ id, serial }) => ({ id, name: serial, secret: `of ${serial}` }));
  await pool.query(
    'UPDATE device_credential c SET secret_hash = n.hash FROM unnest($1::integer[], $2::bytea[]) AS n(id, hash) WHERE c.device_id = n.id',
    [devices.map((device) => device.id), devices.map((device) => createHash('sha256').update(device.secret).digest())],
  );
  return devices;
}

/** A device that sends each message again, to any of its servers, until it is acknowledged. */
export class RetryingDevice {
  readonly acknowledged: number[] = [];
  readonly id: number;
  private readonly credentials: { username: string; password: string };
  private readonly ports: readonly number[];
  private readonly values: (n: number) => object;
  private running = true;
  private done: Promise<void> = Promise.resolve();
  private time: number;

  constructor(
    device: { id: number; name: string; secret: string },
    ports: readonly number[],
    values: (n: number) => object,
  ) {
    this.id = device.id;
    this.credentials = { username: device.name, password: device.secret };
    this.ports = ports;
    this.values = values;
    this.time = Date.now() - 3_600_000;
  }

  start(): void {
    this.done = this.run();
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.done;
  }

  private async run(): Promise<void> {
    for (let attempt = this.id; this.running; attempt++) {
      const port = this.ports[attempt % this.ports.length] ?? 0;
      // A server without its database closes the connection without an answer: that is a failed attempt too.
      const options = { ...this.credentials, reconnectPeriod: 0, connectTimeout: 2000 };
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options, false).catch(() => null);
      if (client) await this.publishUntilBroken(client);
    }
  }

  private async publishUntilBroken(client: MqttClient): Promise<void> {
    const broken = new Promise<'broken'>((resolve) => client.once('close', () => resolve('broken')));
    while (this.running) {
      const payload = JSON.stringify({ ts: this.time, values: this.values(this.acknowledged.length) });
      const sent = client.publishAsync('v1/devices/me/telemetry', payload, { qos: 1 }).then(
        () => 'acknowledged' as const,
        () => 'broken' as const,
      );
      if ((await Promise.race([sent, broken])) === 'broken') break;
      this.acknowledged.push(this.time);
      this.time += 1;
    }
    client.end(true);
  }
}

/** Counts acknowledged messages that are not stored exactly once. Every message contains a value of the sensor. */
export async function countNotStoredOnce(
  pool: pg.Pool,
  devices: readonly RetryingDevice[],
  sensorId: number,
): Promise<number> {
  let wrong = 0;
  for (const { id, acknowledged } of devices) {
    const stored = await pool.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM reading WHERE device_id = $1 AND sensor_id = $2 AND time = ANY ($3::timestamptz[])
        GROUP BY time HAVING count(*) = 1`,
      [id, sensorId, acknowledged.map((time) => new Date(time).toISOString())],
    );
    wrong += acknowledged.length - stored.rows.length;
  }
  return wrong;
}

export const acknowledgedOf = (devices: readonly RetryingDevice[]): number =>
  devices.reduce((sum, device) => sum + device.acknowledged.length, 0);
