import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './test-device.ts';
import { startNats, withoutNats } from './test-nats.ts';
import { freePort, spawnServer, type TestServer } from './test-servers.ts';
import { demoDatabase } from './testing.ts';

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
  'a gateway waits for NATS by its name, and says when it is away later',
  async () => {
    const port = await freePort();
    const one = await spawnServer({
      DATABASE_URL: database.url,
      NATS_URL: `nats://127.0.0.1:${port}`,
      DATA_DIR: folder,
      ROLES: 'gateway',
    });
    server = one;
    const says = (reason: RegExp) =>
      eventually(
        () => one.readiness(),
        (now) => now?.status === 503 && reason.test(now.reason ?? ''),
        20_000,
      );
    await says(/^The NATS of NATS_URL cannot be used: /);
    expect(one.said()).not.toContain('DATABASE_URL');
    nats = await startNats(folder, port);
    await one.ready;
    expect(await one.readiness()).toMatchObject({ status: 200 });
    await nats.stop();
    await says(/^NATS does not answer\.$/);
    nats = await startNats(folder, port);
    await eventually(
      () => one.readiness(),
      (now) => now?.status === 200,
      20_000,
    );
  },
  90_000,
);
