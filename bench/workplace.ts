import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePrivatePostgres, startPrivatePostgres } from '#platform/server/postgres/private-postgres.ts';
import './busy-clients.ts';

/** Starts a private PostgreSQL for a benchmark. It is removed at the end unless `keep` names its folder. */
export async function benchPostgres({
  keep: dataFolder,
  settings = {},
}: {
  keep?: string | undefined;
  settings?: Record<string, string>;
} = {}): Promise<{ url: string; adminUrl: string; stop(): Promise<void> }> {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'rasid-bench-'));
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
      if (dataFolder) return;
      await removePrivatePostgres(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
