import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Grants, identifier, linkFinder, refusalLog, tokenCallLog } from '#core/accounts/server/api.ts';
import { withApiTokens } from '#core/api-tokens/server/api.ts';
import { feedFinder } from '#core/feeds/server/api.ts';
import { grants, loadPermissionIndex } from '#core/permissions/server/api.ts';
import type { SiteSettings } from '#platform/common/settings/site-settings.ts';
import { dueBacklog, startDue } from '#platform/server/due.ts';
import {
  type ObjectStoreSettings,
  openObjectStore,
  removeUnreferencedObjects,
} from '#platform/server/files/object-store.ts';
import { fairQueue } from '#platform/server/http/fair-queue.ts';
import type { Identify } from '#platform/server/http/http.ts';
import { forgetIdempotencyKeys } from '#platform/server/http/idempotency.ts';
import { openWebServer } from '#platform/server/http/web-server.ts';
import { openJobs } from '#platform/server/jobs.ts';
import type { Kit, ProcessRole, Stop } from '#platform/server/kit.ts';
import { openLive } from '#platform/server/live/live.ts';
import { registerWatch } from '#platform/server/live/watch.ts';
import { type Backlog, watchBacklogs } from '#platform/server/monitoring/backlogs.ts';
import { openReadiness, type ReadinessCheck } from '#platform/server/monitoring/readiness.ts';
import { openDatabase, type PoolLimits } from '#platform/server/postgres/database.ts';
import { type Installation, storeInstallation } from '#platform/server/postgres/installation.ts';
import { indexesArabic, migrate } from '#platform/server/postgres/migrate.ts';
import { migrationSources } from '#platform/server/postgres/migration-sources.ts';
import { storeZonesOnce } from '#platform/server/postgres/time-zones.ts';
import { joinedHistory } from '#platform/server/records/logged-records.ts';
import { searchedLists } from '#platform/server/records/search.ts';
import { retentionsOf } from '#platform/server/retention/retention.ts';
import { beginRetention, retentionDue } from '#platform/server/retention/run-retention.ts';
import type { SliceServer } from '#platform/server/serve.ts';
import { openSignals } from '#platform/server/signals.ts';
import type { StreamSettings } from '#platform/server/stream/nats-stream.ts';
import { openStream } from '#platform/server/stream/stream.ts';
import { apps } from './apps.ts';
import { readSiteSettings } from './brand.ts';
import { defaultPlace } from './config.ts';
import { closeNats, connectNats, natsFailure } from './nats.ts';
import { slices } from './slices.ts';

export type KitOptions = {
  databaseUrl: string;
  natsUrl?: string | undefined;
  /** The limits of the stream in NATS. */
  stream?: StreamSettings | undefined;
  roles: readonly ProcessRole[];
  secrets: Kit['secrets'];
  publicUrl: string;
  settings: Kit['settings'];
  /** By default that of the brand Rasid. */
  installation?: Installation | undefined;
  /** The object store for uploaded files. Files are stored in the database if it is undefined. */
  objectStore?: ObjectStoreSettings | undefined;
  log: Logger;
  /** Returns why the process cannot serve, apart from the database and NATS. */
  trouble?: ReadinessCheck | undefined;
};

const defaultStream: StreamSettings = { replicas: 1, maxBytes: 1024 ** 3 };

export type RunningKit = { kit: Kit; close: Stop };

/** The limits of each connection pool. Requests of people are refused with an error after a short wait. */
const limits: Record<'people' | 'signIn' | 'telemetry' | 'system', PoolLimits> = {
  people: { role: 'rasid_app', max: 12, statementMs: 20_000, lockMs: 5000, waitMs: 10_000 },
  signIn: { role: 'rasid_all', max: 4, statementMs: 10_000, lockMs: 5000, waitMs: 10_000 },
  telemetry: { role: 'rasid_app', max: 6, statementMs: 30_000, lockMs: 15_000, waitMs: 10_000, pipeline: true },
  system: { max: 8, lockMs: 60_000, waitMs: 30_000 },
};

/** A company with many slow readers leaves connections to the others. */
const requestQueueLimits = { atOnce: 12, perOwner: 8, maxQueuedPerOwner: 500 };

const defaultInstallation = (): Installation => ({
  ...defaultPlace,
  numbers: readSiteSettings('rasid', []).brand.numbers,
});

/** Connects all services that slices use and migrates the database. Closes everything when it fails. */
export async function openKit(options: KitOptions): Promise<RunningKit> {
  const { log, databaseUrl } = options;
  const closes: Stop[] = [];
  const close = async () => {
    for (const stop of closes.splice(0).reverse()) await stop();
  };
  const registerClose = <T extends { close: Stop }>(resource: T): T => {
    closes.push(resource.close);
    return resource;
  };
  try {
    await migrateDatabase(databaseUrl, options.installation ?? defaultInstallation());
    const people = registerClose(openDatabase(databaseUrl, limits.people));
    const signIn = registerClose(openDatabase(databaseUrl, limits.signIn));
    const telemetry = registerClose(openDatabase(databaseUrl, limits.telemetry));
    const system = registerClose(openDatabase(databaseUrl, limits.system));
    if (!(await indexesArabic(system.pool)))
      log.warn('LC_CTYPE of the database does not cover Arabic letters: searches for Arabic text scan whole tables');
    const nats = options.natsUrl ? await connectNats(options.natsUrl, log) : null;
    if (nats) closes.push(() => closeNats(nats));
    const live = registerClose(openLive(nats));
    const signals = registerClose(openSignals(nats, log));
    const jobs = registerClose(await openJobs({ pool: system.pool, url: databaseUrl }, log));
    const stream = registerClose(
      await openStream(nats, system.pool, log, options.stream ?? defaultStream).catch((error) => {
        throw nats ? natsFailure(error) : error;
      }),
    );
    const kit: Kit = {
      ...system,
      people: { ...people, inTurn: fairQueue({ ...requestQueueLimits, waitMs: limits.people.waitMs }) },
      signIn,
      telemetry,
      readiness: registerClose(openReadiness(databaseUrl, nats, options.trouble)),
      log,
      apps: slices.map((slice) => slice.app),
      listeners: slices.flatMap(({ listeners }) => listeners ?? []),
      topics: slices.flatMap(({ topics }) => topics ?? []),
      searchedLists: searchedLists(slices),
      history: joinedHistory(slices),
      retentions: retentionsOf(slices),
      live,
      signals,
      stream,
      jobs,
      objects: options.objectStore ? openObjectStore(options.objectStore) : null,
      roles: new Set(options.roles),
      secrets: options.secrets,
      publicUrl: options.publicUrl,
      settings: options.settings,
    };
    for (const slice of slices) for (const registry of slice.registries ?? []) registry.of(kit.apps);
    for (const slice of slices) await slice.reference?.(kit);
    return { kit, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function migrateDatabase(databaseUrl: string, installation: Installation): Promise<void> {
  const { pool, close } = openDatabase(databaseUrl, { max: 1, waitMs: 10_000 });
  try {
    await migrate(pool, migrationSources(apps));
    await storeZonesOnce(pool);
    await storeInstallation(pool, installation);
  } finally {
    await close();
  }
}

const duesOf = (hidden: ReadonlySet<string>) => [
  retentionDue,
  ...slices.flatMap((slice) => (hidden.has(slice.app.id) ? [] : (slice.dues ?? []))),
];

/** The work of the slices that can wait to be done. */
export const backlogsOf = (hidden: ReadonlySet<string>): Backlog[] => [
  ...slices.flatMap((slice) => slice.backlogs ?? []),
  ...duesOf(hidden).map(dueBacklog),
];

/** Starts the background work of the slices. The result stops it in reverse order. */
export async function startSlices(kit: Kit, hidden: ReadonlySet<string>): Promise<Stop> {
  const stops: Stop[] = [];
  if (kit.roles.has('worker')) {
    await kit.jobs.schedule('kit.forget-idempotency-keys', '7 3 * * *', () => forgetIdempotencyKeys(kit));
    await kit.jobs.schedule('kit.remove-unreferenced-objects', '11 * * * *', () => removeUnreferencedObjects(kit));
    await kit.jobs.schedule('kit.retention', '41 2 * * *', () => beginRetention(kit));
    stops.push(watchBacklogs(kit, backlogsOf(hidden)), startDue(kit, duesOf(hidden)));
  }
  const shown = slices.filter(({ app }) => !hidden.has(app.id));
  for (const step of ['start', 'receive'] as const)
    for (const slice of shown) {
      const stop = await slice[step]?.(kit);
      if (stop) stops.unshift(stop);
    }
  if (kit.roles.has('worker')) await kit.jobs.endOtherSchedules();
  return async () => {
    for (const stop of stops) await stop();
  };
}

/** Starts the virtual devices of all slices, except of those whose devices stay off. */
export async function startSimulators(kit: Kit): Promise<Stop> {
  const live = slices.filter(({ app }) => !kit.settings.demoStill?.includes(app.id));
  const stops = await Promise.all(live.map((slice) => slice.simulate?.(kit)));
  return async () => {
    await Promise.all(stops.map((stop) => stop?.()));
  };
}

/** Builds the HTTP server for all visible slices. It does not listen yet. */
export async function openHttp(
  kit: Kit,
  options: {
    webFolder: string | null;
    site?: SiteSettings;
    apiDocs?: boolean;
    metricsToken?: string | undefined;
    wrapIdentify?: (identify: Identify) => Identify;
    /** The slices with other accesses. */
    served?: readonly SliceServer[];
  },
): Promise<FastifyInstance> {
  const index = await loadPermissionIndex(kit);
  const refused = refusalLog(kit);
  const grantsNow: Grants = (tx, who) => grants(tx, index, who);
  const identify = withApiTokens(kit, {
    registry: index,
    grants: grantsNow,
    identify: identifier(kit, grantsNow, refused),
  });
  const { webFolder, site = readSiteSettings('rasid', []), wrapIdentify = (same) => same, served = slices } = options;
  return openWebServer({
    kit,
    slices: served,
    index,
    identify: wrapIdentify(identify),
    findLink: linkFinder(kit),
    findFeed: feedFinder(kit),
    calledByToken: tokenCallLog(kit),
    refused: ({ session: { user }, scope, email, token }, request, refusal) =>
      refused(
        { id: user.id, companyId: user.companyId, email, impersonatedBy: scope.impersonatedBy ?? null, token },
        request,
        refusal,
      ),
    hidden: new Set(site.hidden),
    settings: site,
    webFolder,
    apiDocs: options.apiDocs ?? kit.settings.demo,
    watch: healthOptions(kit, options.metricsToken),
  });
}

const healthOptions = (kit: Kit, metricsToken: string | undefined) => ({
  ready: () => kit.readiness.ready(),
  warnings: () => kit.readiness.warnings(),
  metricsToken,
});

/** The HTTP server of a process without the `api` role. It serves health and metrics only. */
export async function openHealthServer(kit: Kit, metricsToken: string | undefined): Promise<FastifyInstance> {
  const http = Fastify({ logger: false });
  registerWatch(http, healthOptions(kit, metricsToken));
  return http;
}
