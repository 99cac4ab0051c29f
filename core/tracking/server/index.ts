import { sql } from 'kysely';
import { followSchedule } from '#core/schedules/server/api.ts';
import { onBatch } from '#core/telemetry/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { serve } from '#platform/server/serve.ts';
import { tracking } from '../app.ts';
import { evaluateDrawnGeofence } from './fences/geofence-backfill.ts';
import { positionTopics } from './live/live-topics.ts';
import { countAgain } from './movement/fitted-subjects.ts';
import { movementModels } from './movement/movement-models.ts';
import { recordSilence } from './movement/silence.ts';
import { addNewestPositions } from './newest-positions.ts';
import { removeWearer, stopTrackingUser } from './people/leaving.ts';
import { ownTrackingHandlers } from './people/own-handlers.ts';
import { PositionWriter } from './position-writer.ts';
import { deleteOldTracks, deletePositionsOfPeople, deletePositionsWithoutToken, historyMonths } from './retention.ts';
import { startSegments } from './segments/segments.ts';
import { trackingSettingHandlers } from './settings/setting-handlers.ts';
import './tables.ts';

/** Retention of positions. */
const positionDays = 400;

async function start(kit: Kit): Promise<Stop | undefined> {
  if (!kit.roles.has('worker')) return undefined;
  // Throws if a model names unsuitable sensors.
  movementModels(kit.apps);
  const writer = new PositionWriter(kit);
  onBatch(kit, writer.write, writer.clearCache, { first: true, forget: writer.forget });
  await kit.jobs.schedule('tracking.without-token', '43 2 * * *', () => deletePositionsWithoutToken(kit));
  await kit.jobs.schedule('tracking.old', '19 3 * * *', () => deleteOldTracks(kit));
  await kit.jobs.schedule('tracking.silence', '2,17,32,47 * * * *', () => recordSilence(kit));
  await kit.jobs.schedule('tracking.people', '51 * * * *', () => deletePositionsOfPeople(kit));
  await kit.jobs.schedule('tracking.partitions', '23 * * * *', () => maintainPartitions(kit));
  await maintainPartitions(kit);
  const stops = [
    kit.signals.on('tracks.reset', ({ ids }) => writer.forget(ids)),
    kit.signals.reconcileBy('comparing the tracks in memory', writer.reconcile),
  ];
  const stopSegments = startSegments(kit);
  return async () => {
    for (const stop of stops) stop();
    await stopSegments();
  };
}

/** Creates the partitions of the coming weeks and months, and drops what is beyond the retention. */
async function maintainPartitions(kit: Kit): Promise<void> {
  await inSystem(kit.db, (tx) =>
    sql`SELECT rasid_track_quarter_month(date_trunc('month', now(), 'UTC') + n * interval '1 month') FROM generate_series(0, 1) n`.execute(
      tx,
    ),
  );
  await inSystem(kit.db, (tx) =>
    sql`SELECT rasid_drop_track_quarters(now() - ${historyMonths} * interval '1 month')`.execute(tx),
  );
  await inSystem(kit.db, (tx) =>
    sql`SELECT rasid_weekly_partition('device_position', now() + n * interval '7 days') FROM generate_series(0, 2) n`.execute(
      tx,
    ),
  );
  await inSystem(kit.db, (tx) =>
    sql`SELECT rasid_drop_weeks('device_position', now() - ${positionDays} * interval '1 day')`.execute(tx),
  );
}

export const trackingServer = serve(
  tracking,
  { ownTracking: ownTrackingHandlers, trackingSetting: trackingSettingHandlers },
  {
    start,
    topics: positionTopics,
    listeners: {
      inTransaction: {
        'geofence.drawn': evaluateDrawnGeofence,
        'devices.positions': addNewestPositions,
        'user.left': stopTrackingUser,
        'device.fitted': countAgain,
        'device.unfitted': countAgain,
        'device.uninstalled': (context, { device }) => removeWearer(context, device.id),
        'device.transferred': (context, { id }) => removeWearer(context, id),
        ...followSchedule({
          use: 'people',
          table: 'tracked_person',
          refusal: { word: 'schedule-used-by-duties', count: 'people' },
        }),
      },
    },
    history: {
      tables: {
        tracked_person: { about: ['deviceId'] },
        tracking_consent: { about: ['deviceId'] },
        track_rebuild: { about: ['deviceId'], silent: ['userId', 'devices', 'finishedAt'] },
      },
    },
  },
);
