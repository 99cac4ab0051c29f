import './tables.ts';
import { sql } from 'kysely';
import { alarmHandlers } from '#core/alarms/server/api.ts';
import { notificationGroupHandlers, notificationWebhookHandlers } from '#core/notifications/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { sqlAgo, sqlNow } from '#platform/server/postgres/values.ts';
import { serve } from '#platform/server/serve.ts';
import { integrations } from '../app.ts';
import { connectorClass } from '../common/alarms.ts';
import { connectorKinds } from '../common/kinds.ts';
import { startBrokerLinks } from './broker/broker-links.ts';
import { codecHandlers } from './codec/codecs.ts';
import { startStateUpdates } from './connectors/connector-states.ts';
import { connectorHandlers } from './connectors/connectors.ts';
import { demo } from './demo.ts';
import { connectorLinkHandlers } from './downlink/links.ts';
import { downlinkListeners } from './downlink/queue.ts';
import { dueDownlinks } from './downlink/send.ts';
import { provideCoreKinds } from './kinds/core-kinds.ts';
import { letterListeners } from './letters.ts';
import { startCounting } from './not-admitted.ts';
import { receiveHandlers } from './receive.ts';
import { simulate } from './virtual/simulate.ts';

const keyDays = 7;
/** How far back the list of sent commands of a connector reaches. */
const downlinkDays = 30;
/** How many messages of each connector are kept. */
const keptMessages = 200;
/** How many devices that nobody has adopted are kept of each connector. */
const keptUnknown = 5000;

async function start(kit: Kit): Promise<Stop> {
  const stops: Stop[] = kit.roles.has('gateway') ? [startCounting(kit)] : [];
  if (kit.roles.has('worker')) {
    await startWorker(kit);
    stops.push(startStateUpdates(kit));
  }
  return async () => {
    for (const stop of stops) await stop();
  };
}

const receive = async (kit: Kit): Promise<Stop | undefined> =>
  kit.roles.has('gateway') ? startBrokerLinks(kit) : undefined;

async function startWorker(kit: Kit): Promise<void> {
  await kit.jobs.schedule('integrations.partitions', '23 * * * *', () => maintainPartitions(kit));
  await kit.jobs.schedule('integrations.messages', '* * * * *', () => forgetMessages(kit));
  await maintainPartitions(kit);
}

/** Creates the partitions of the coming days and drops those whose messages are too old to be repeated. */
const maintainPartitions = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    await sql`SELECT rasid_connector_key_partition(now() + n * interval '1 day') FROM generate_series(0, 2) n`.execute(
      tx,
    );
    await sql`SELECT rasid_drop_connector_keys(now() - ${keyDays} * interval '1 day')`.execute(tx);
    await tx.deleteFrom('connectorReport').where('createdAt', '<', sqlAgo(1, 'day')).execute();
    await tx
      .deleteFrom('connectorDownlink')
      .where('state', '!=', 'waiting')
      .where('createdAt', '<', sqlAgo(downlinkDays, 'day'))
      .execute();
    await tx.deleteFrom('connectorSecret').where('validUntil', '<', sqlNow).execute();
  });

/** Deletes all but the newest messages and unknown devices of each connector. */
const forgetMessages = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    await sql`DELETE FROM connector_unknown u USING connector c
      WHERE u.connector_id = c.id AND (u.last_at, u.id) <= (SELECT n.last_at, n.id FROM connector_unknown n WHERE n.connector_id = c.id ORDER BY n.last_at DESC, n.id DESC OFFSET ${keptUnknown} LIMIT 1)`.execute(
      tx,
    );
    await sql`DELETE FROM connector_message m USING connector c
      WHERE m.connector_id = c.id AND m.id <= (SELECT n.id FROM connector_message n WHERE n.connector_id = c.id ORDER BY n.id DESC OFFSET ${keptMessages} LIMIT 1)`.execute(
      tx,
    );
  });

provideCoreKinds();

export const integrationsServer = serve(
  integrations,
  {
    connector: connectorHandlers,
    link: connectorLinkHandlers,
    codec: codecHandlers,
    receive: receiveHandlers,
    alarm: alarmHandlers(integrations, connectorClass),
    notificationGroup: notificationGroupHandlers(integrations.id),
    notificationWebhook: notificationWebhookHandlers(integrations),
  },
  {
    registries: [connectorKinds],
    start,
    receive,
    dues: [dueDownlinks],
    listeners: { inTransaction: { ...letterListeners, ...downlinkListeners } },
    demo,
    simulate,
  },
);
