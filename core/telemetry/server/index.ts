import './tables.ts';
import { sql } from 'kysely';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { sqlAgo } from '#platform/server/postgres/values.ts';
import { serve } from '#platform/server/serve.ts';
import { telemetry } from '../app.ts';
import { foldDeadLetters } from './dead-letters/dead-letter-store.ts';
import { deadLetterHandlers } from './dead-letters/dead-letters.ts';
import { receivePost } from './intake/http-gateway.ts';
import { openIntake } from './intake/intake.ts';
import { startMqttGateway } from './intake/mqtt-gateway.ts';
import { eventTopic, telemetryTopic } from './intake/topics.ts';
import { directoryOf } from './known-devices.ts';
import type { MeasuredPoints } from './measured-points.ts';
import { setMqttPort, writerOf } from './process-state.ts';
import { deleteReadingsWithoutToken } from './retention.ts';
import { watchClock } from './server-clock.ts';
import { forecastBatteries } from './statistics/battery-forecasts.ts';
import { startRollup } from './statistics/rollup.ts';

/** Retention of readings. `deleteReadingsWithoutToken` deletes those of devices without a token sooner. */
const readingDays = 730;
/** Retention of events, as of positions. */
const eventDays = 400;

async function start(kit: Kit): Promise<Stop> {
  // Processes without a gateway accept readings over HTTP, or evaluate rules by their clock.
  const stops: Stop[] = [watchClock(kit)];
  if (kit.roles.has('worker')) {
    await kit.jobs.schedule('telemetry.partitions', '17 * * * *', () => maintainPartitions(kit));
    await kit.jobs.schedule('telemetry.settle', '47 * * * *', () => settleWeeks(kit));
    await kit.jobs.schedule('telemetry.dead-letters', '* * * * *', () => foldDeadLetters(kit));
    await kit.jobs.schedule('telemetry.without-token', '37 2 * * *', () => deleteReadingsWithoutToken(kit));
    await kit.jobs.schedule('telemetry.batteries', '*/10 * * * *', () => forecastBatteries(kit));
    await maintainPartitions(kit);
    stops.push(startRollup(kit));
  }
  return async () => {
    for (const stop of stops) await stop();
  };
}

async function receive(kit: Kit): Promise<Stop | undefined> {
  if (kit.roles.has('worker')) {
    const writer = writerOf(kit);
    kit.readiness.watch(() => writer.fault(), 'warning');
    await kit.stream.consume(
      (messages) => writer.write(messages as MeasuredPoints[]),
      () => writer.clearCaches(),
    );
  }
  if (!kit.roles.has('gateway')) return undefined;
  const { host, mqttPort } = kit.settings;
  const gateway = await startMqttGateway(kit, openIntake(kit, directoryOf(kit)), mqttPort, host);
  setMqttPort(kit, gateway.port);
  return gateway.stop;
}

/** Retention of dead letters. */
const deadLetterDays = 90;

/** Creates the partitions of the coming weeks and drops what is beyond the retention. */
async function maintainPartitions(kit: Kit): Promise<void> {
  await inSystem(kit.db, (tx) =>
    sql`SELECT rasid_weekly_partition(parent, now() + n * interval '7 days')
          FROM generate_series(0, 2) n, unnest(ARRAY['reading', 'device_event']) parent`.execute(tx),
  );
  await inSystem(kit.db, (tx) =>
    sql`SELECT rasid_drop_weeks('reading', now() - ${readingDays} * interval '1 day'),
               rasid_drop_weeks('device_event', now() - ${eventDays} * interval '1 day')`.execute(tx),
  );
  await inSystem(kit.db, (tx) =>
    sql`SELECT rasid_drop_reading_hours(now() - ${readingDays} * interval '1 day')`.execute(tx),
  );
  await inSystem(kit.db, (tx) =>
    tx.deleteFrom('deadLetter').where('receivedAt', '<', sqlAgo(deadLetterDays, 'day')).execute(),
  );
}

/** Vacuums weeks that are over, and again after late points, so that charts read the index only. */
async function settleWeeks(kit: Kit): Promise<void> {
  const weeks = await kit.pool.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'reading'::regclass AND c.relname ~ '^reading_\\d{8}$' AND to_date(right(c.relname, 8), 'YYYYMMDD') + 7 <= (now() AT TIME ZONE 'UTC')::date
        AND c.relallvisible < pg_relation_size(c.oid) / current_setting('block_size')::integer`,
  );
  for (const { name } of weeks.rows) await kit.pool.query(`VACUUM (FREEZE) ${name}`);
}

export const telemetryServer = serve(
  telemetry,
  {
    ingest: {
      post: (context) =>
        receivePost(openIntake(context.kit, directoryOf(context.kit)), telemetryTopic, context) as never,
      event: (context) => receivePost(openIntake(context.kit, directoryOf(context.kit)), eventTopic, context) as never,
    },
    deadLetter: deadLetterHandlers(writerOf),
  },
  { start, receive },
);
