import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../testing/test-device.ts';
import { startNats, withoutNats } from '../testing/test-nats.ts';
import { freePort, spawnServer, type TestServer } from '../testing/test-servers.ts';
import { demoDatabase } from '../testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'rasid-nats-'));
let database: { url: string; drop(): Promise<void> };
let server: TestServer | undefined;
let nats: { stop(): Promise<void> } | undefined;

beforeAll(async () => {
  database = await demoDatabase();
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await nats?.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(withoutNats)(
  'a gateway names NATS while it waits for it at the start, and when NATS is lost later',
  async () => {
    const port = await freePort();
    const gateway = await spawnServer({
      DATABASE_URL: database.url,
      NATS_URL: `nats://127.0.0.1:${port}`,
      DATA_DIR: folder,
      ROLES: 'gateway',
    });
    server = gateway;
    const untilReason = (reason: RegExp) =>
      eventually(
        () => gateway.readiness(),
        (now) => now?.status === 503 && reason.test(now.reason ?? ''),
        60_000,
      );
    await untilReason(/^The NATS of NATS_URL cannot be used: /);
    expect(gateway.output()).not.toContain('DATABASE_URL');
    nats = await startNats(folder, port);
    await gateway.ready;
    expect(await gateway.readiness()).toMatchObject({ status: 200 });
    await nats.stop();
    await untilReason(/^NATS does not answer\.$/);
    nats = await startNats(folder, port);
    await eventually(
      () => gateway.readiness(),
      (now) => now?.status === 200,
      60_000,
    );
  },
);
