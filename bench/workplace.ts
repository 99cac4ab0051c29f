import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePrivatePostgres, startPrivatePostgres } from '#platform/server/private-postgres.ts';

/** A private PostgreSQL of its own for a benchmark, removed at the end unless `keep` names the folder to keep it in. */
export async function benchPostgres(keep?: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'rasid-bench-'));
  const postgres = await startPrivatePostgres({ dataDir: folder, log: { info: () => undefined } });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      if (keep) return;
      await removePrivatePostgres(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
