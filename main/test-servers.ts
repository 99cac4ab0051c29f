import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import mqtt, { type MqttClient } from 'mqtt';
import type pg from 'pg';

/** A port that nobody has at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

export type TestServer = {
  port: number;
  mqttPort: number;
  /** Resolves when it says that it is ready; fails with what it said when it ends before. */
  ready: Promise<void>;
  /** Resolves with its exit code. */
  ended: Promise<number | null>;
  /** All that it has written so far. */
  said(): string;
  /** What `/ready` answers, or null when nothing answers there in time. */
  readiness(): Promise<{ status: number; reason?: string } | null>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

/** The real program as a process of its own; resolves when it is ready, and leaves nothing when it does not become so. */
export async function startServer(env: Record<string, string>): Promise<TestServer> {
  const server = await spawnServer(env);
  await server.ready.catch(async (error: Error) => {
    await server.kill('SIGKILL');
    throw error;
  });
  return server;
}

/** The same without waiting for it. */
export async function spawnServer(env: Record<string, string>): Promise<TestServer> {
  const mqttPort = Number(env.MQTT_PORT ?? (await freePort()));
  const port = Number(env.PORT ?? (await freePort()));
  const child = spawn(process.execPath, [fileURLToPath(new URL('./server.ts', import.meta.url))], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk;
      if (said.includes('Rasid is ready')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  // Whoever waits for it hears of it.
  ready.catch(() => undefined);
  return {
    port,
    mqttPort,
    ready,
    ended,
    said: () => said,
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

/** Gives devices of the demo known secrets. */
export async function devicesWithSecrets(
  pool: pg.Pool,
  solution: number,
): Promise<{ id: number; name: string; secret: string }[]> {
  const found = await pool.query<{ id: number; serial: string }>(
    'SELECT id, serial FROM device WHERE solution_id = $1 AND has_token ORDER BY id',
    [solution],
  );
  const devices = found.rows.map(({ id, serial }) => ({ id, name: serial, secret: `of ${serial}` }));
  await pool.query(
    'UPDATE device_credential c SET secret_hash = n.hash FROM unnest($1::integer[], $2::bytea[]) AS n(id, hash) WHERE c.device_id = n.id',
    [devices.map((device) => device.id), devices.map((device) => createHash('sha256').update(device.secret).digest())],
  );
  return devices;
}

/** A device that never gives up a message: it sends it again, wherever it can, until it is acknowledged. */
export class StubbornDevice {
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
      const client = await mqtt
        .connectAsync({ host: '127.0.0.1', port, ...this.credentials, reconnectPeriod: 0, connectTimeout: 2000 })
        .catch(() => null);
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

/** How many acknowledged messages of these devices are not in the database exactly once, by a sensor that each of them carries. */
export async function notStoredOnce(
  pool: pg.Pool,
  devices: readonly StubbornDevice[],
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

export const acknowledgedOf = (devices: readonly StubbornDevice[]): number =>
  devices.reduce((sum, device) => sum + device.acknowledged.length, 0);
