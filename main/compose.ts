import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { identifier } from '#core/accounts/server/api.ts';
import { grants, loadPermissionIndex } from '#core/permissions/server/api.ts';
import type { SiteSettings } from '#platform/common/site-settings.ts';
import { openDatabase } from '#platform/server/database.ts';
import type { Identify } from '#platform/server/http.ts';
import { openJobs } from '#platform/server/jobs.ts';
import type { Kit, ProcessRole, Stop } from '#platform/server/kit.ts';
import { openLive } from '#platform/server/live.ts';
import { migrate } from '#platform/server/migrate.ts';
import { openStream } from '#platform/server/stream.ts';
import { registerWatch } from '#platform/server/watch.ts';
import { openWebServer } from '#platform/server/web-server.ts';
import { readSiteSettings } from './brand.ts';
import { slices } from './slices.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Folders with SQL, in the order of the slices: the kit's own comes first. */
export const migrationSources = [
  { name: 'platform', folder: join(root, 'platform/server/migrations') },
  ...slices.map(({ app }) => ({
    name: app.id,
    folder: join(root, app.kind === 'core' ? 'core' : 'solutions', app.id, 'server/migrations'),
  })),
];

export type KitOptions = {
  databaseUrl: string;
  natsUrl?: string | undefined;
  roles: readonly ProcessRole[];
  secrets: Kit['secrets'];
  publicUrl: string;
  settings: Kit['settings'];
  log: Logger;
};

export type RunningKit = { kit: Kit; close: Stop };

/** Connects everything that slices use and brings the database up to date. */
export async function openKit(options: KitOptions): Promise<RunningKit> {
  const { log } = options;
  const database = openDatabase(options.databaseUrl);
  await migrate(database.pool, migrationSources);
  const nats: NatsConnection | null = options.natsUrl
    ? await connect({ servers: options.natsUrl, maxReconnectAttempts: -1 })
    : null;
  const live = openLive(nats);
  const [stream, jobs] = await Promise.all([openStream(nats, database.pool, log), openJobs(options.databaseUrl, log)]);
  const kit: Kit = {
    ...database,
    log,
    apps: slices.map((slice) => slice.app),
    live,
    stream,
    jobs,
    roles: new Set(options.roles),
    secrets: options.secrets,
    publicUrl: options.publicUrl,
    settings: options.settings,
  };
  for (const slice of slices) await slice.reference?.(kit);
  const close = async () => {
    await stream.close();
    await jobs.close();
    await live.close();
    await nats?.drain();
    await database.close();
  };
  return { kit, close };
}

/** Starts what slices run beside requests; the result stops them in reverse order. */
export async function startSlices(kit: Kit, hidden: ReadonlySet<string>): Promise<Stop> {
  const stops: Stop[] = [];
  for (const slice of slices) {
    if (hidden.has(slice.app.id)) continue;
    const stop = await slice.start?.(kit);
    if (stop) stops.unshift(stop);
  }
  return async () => {
    for (const stop of stops) await stop();
  };
}

/** The HTTP server over every slice that is not hidden; not yet listening. */
export async function openHttp(
  kit: Kit,
  options: {
    webFolder: string | null;
    site?: SiteSettings;
    metricsToken?: string | undefined;
    wrapIdentify?: (identify: Identify) => Identify;
  },
): Promise<FastifyInstance> {
  const index = await loadPermissionIndex(kit);
  const identify = identifier(kit, (tx, who) => grants(tx, index, who));
  const { webFolder, site = readSiteSettings('rasid', []), wrapIdentify = (same) => same } = options;
  return openWebServer({
    kit,
    slices,
    index,
    identify: wrapIdentify(identify),
    hidden: new Set(site.hidden),
    settings: site,
    webFolder,
    watch: watchOf(kit, options.metricsToken),
  });
}

const watchOf = (kit: Kit, metricsToken: string | undefined) => ({
  ready: async () => void (await kit.pool.query('SELECT 1')),
  metricsToken,
});

/** Health and metrics of a process that serves nothing else over HTTP. */
export async function openWatch(kit: Kit, metricsToken: string | undefined): Promise<FastifyInstance> {
  const http = Fastify({ logger: false });
  registerWatch(http, watchOf(kit, metricsToken));
  return http;
}

/** Loads what the slices bring to look at, each slice once for a database, so that a start that was cut off goes on. */
export async function loadDemo(kit: Kit): Promise<void> {
  await kit.pool.query(
    'CREATE TABLE IF NOT EXISTS rasid_demo (slice text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
  );
  const loaded = await kit.pool.query<{ slice: string }>('SELECT slice FROM rasid_demo');
  const done = new Set(loaded.rows.map((row) => row.slice));
  for (const slice of slices) {
    if (!slice.demo || done.has(slice.app.id)) continue;
    await slice.demo(kit);
    await kit.pool.query('INSERT INTO rasid_demo (slice) VALUES ($1)', [slice.app.id]);
  }
}
