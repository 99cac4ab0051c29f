import { sql } from 'kysely';
import { provideReportSection } from '#core/reports/server/api.ts';
import { followSchedule } from '#core/schedules/server/api.ts';
import { onBatch } from '#core/telemetry/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { serve } from '#platform/server/serve.ts';
import { access } from '../app.ts';
import { dueClocks, recordClocks } from './clocks.ts';
import { alarmFull } from './codes/code-capacity.ts';
import { readLists } from './codes/code-lists.ts';
import { dueCodes } from './codes/code-sync.ts';
import { verifyCodes } from './codes/code-verify.ts';
import { logEvents } from './device-log.ts';
import { dueEnded, recordEnded, settleSoon } from './ended-commands.ts';
import { watchForce } from './forced.ts';
import { dueGrants } from './grants/grant-machine.ts';
import { alarmPending, followHours, revokeForDevice, revokeForUser } from './leaving/leaving.ts';
import { accessTopics } from './live-topics.ts';
import { recordOrder } from './openings.ts';
import { openingsSection } from './openings-section.ts';
import './tables.ts';

provideReportSection('openings', openingsSection);

/** Retention of the log. */
const logDays = 400;

async function start(kit: Kit): Promise<undefined> {
  if (!kit.roles.has('worker')) return;
  const nothing = () => undefined;
  for (const listen of [logEvents, recordClocks, watchForce])
    onBatch(kit, (tx, batch) => listen(kit, tx, batch), nothing, { forget: nothing });
  await kit.jobs.schedule('access.pending', '*/10 * * * *', () => alarmPending(kit));
  await kit.jobs.schedule('access.capacity', '*/10 * * * *', () => alarmFull(kit));
  await kit.jobs.schedule('access.lists', '13 1 * * *', () => readLists(kit));
  await kit.jobs.schedule('access.partitions', '29 * * * *', () => maintainPartitions(kit));
  await maintainPartitions(kit);
}

/** Creates the partitions of the coming weeks and drops what is beyond the retention. */
async function maintainPartitions(kit: Kit): Promise<void> {
  await inSystem(kit.db, (tx) =>
    sql`SELECT rasid_weekly_partition('lock_log', now() + n * interval '7 days') FROM generate_series(0, 2) n`.execute(
      tx,
    ),
  );
  await inSystem(kit.db, (tx) =>
    sql`SELECT rasid_drop_weeks('lock_log', now() - ${logDays} * interval '1 day')`.execute(tx),
  );
}

export const accessServer = serve(
  access,
  {},
  {
    start,
    dues: [dueEnded, dueGrants, dueCodes, dueClocks],
    topics: accessTopics,
    listeners: {
      afterCommit: { 'command.ended': ({ kit }, event) => settleSoon(kit, event) },
      inTransaction: {
        'command.queued': recordOrder,
        'command.ended': recordEnded,
        'device.reported': verifyCodes,
        'device.uninstalled': (context, { device }) => revokeForDevice(context, device.id),
        'device.transferred': (context, { id }) => revokeForDevice(context, id),
        'user.left': revokeForUser,
        'user.expired': revokeForUser,
        'schedule.changed': followHours,
        ...followSchedule({
          use: 'accesses',
          table: 'access_grant',
          follows: sql`state <> 'ended'`,
          refusal: { word: 'schedule-used-by-grants', count: 'grants' },
        }),
      },
    },
    history: {
      tables: {
        access_lock: { about: ['deviceId'], silent: ['blockedBy'] },
        access_holder: { title: ['name'] },
        access_grant: { title: ['mode'], silent: ['nextEdge', 'open', 'uses', 'endedBy', 'createdBy'] },
        access_credential: {
          title: ['kind'],
          about: ['deviceId'],
          silent: [
            'fingerprint',
            'attempts',
            'nextAttemptAt',
            'commandId',
            'removingSince',
            'uses',
            'lastUsedAt',
            'sync',
            'reason',
            'slot',
            'store',
            'wrongPins',
          ],
        },
        access_code_look: { about: ['credentialId'], silent: ['userId'] },
      },
    },
  },
);
