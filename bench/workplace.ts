import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePrivatePostgres, startPrivatePostgres } from '#platform/server/private-postgres.ts';

/** A private PostgreSQL of its own for a benchmark, removed at the end unless `keep` names the folder to keep it in. */
export async function benchPostgres({
  keep,
  settings = {},
}: {
  keep?: string | undefined;
  settings?: Record<string, string>;
} = {}): Promise<{ url: string; adminUrl: string; stop(): Promise<void> }> {
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'rasid-bench-'));
  const { url, adminUrl, stop } = await startPrivatePostgres({
    dataDir: folder,
    log: { info: () => undefined },
    settings,
  });
  return {
    url,
    adminUrl,
    async stop() {
      await stop();
      if (keep) return;
      await removePrivatePostgres(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
