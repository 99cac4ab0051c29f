import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivatePostgres } from '#platform/server/private-postgres.ts';

/** A private PostgreSQL of its own for a benchmark, removed at the end. */
export async function benchPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'rasid-bench-'));
  const postgres = await startPrivatePostgres({ dataDir: folder, log: { info: () => undefined } });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
