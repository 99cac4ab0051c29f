import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { LinkFault } from '../../common/link.ts';
import { acceptBody, eventIn, receptionOf } from '../accept.ts';
import { readConnector } from '../connectors/connector-directory.ts';
import { linksWith } from '../downlink/links.ts';
import type { DownlinkTarget } from '../downlink/orders.ts';
import { brokerClient } from './broker-client.ts';

const everyMs = 1000;
/** After this time without a sign of life of a process, another one takes over its connections. */
const heldSeconds = 10;
const pauseAfterFailureMs = 1000;
const topics = 'application/+/device/+/event/+';
const durable = { clean: false, reconnectPeriod: 2000 };

type HeldLink = DownlinkTarget & { connectorId: number };
type Open = { client: MqttClient; of: string };

/**
 * Keeps the connections to the brokers of companies, each in one process. The session at the broker is persistent, and
 * a message is acknowledged after its commit: messages that arrive while no process is connected are delivered
 * afterwards.
 */
export function startBrokerLinks(kit: Kit): Stop {
  const holder = randomUUID();
  const open = new Map<number, Open>();
  const close = async (id: number) => {
    const { client } = open.get(id) ?? {};
    open.delete(id);
    await client?.endAsync(true);
  };
  const follow = async () => {
    const links = await held(kit, holder);
    const wanted = new Map(links.map((link) => [link.id, link]));
    for (const [id, { of }] of open) {
      const link = wanted.get(id);
      if (!link || nameOf(link) !== of) await close(id);
    }
    for (const link of links)
      if (!open.has(link.id)) open.set(link.id, { client: connect(kit, link), of: nameOf(link) });
  };
  const stop = repeat(kit, everyMs, 'following the brokers of connectors failed', follow);
  return async () => {
    await stop();
    for (const id of [...open.keys()]) await close(id);
    await inSystem(kit.db, (tx) =>
      tx
        .updateTable('connectorBroker')
        .set({ holder: null, heldUntil: null, connectedAt: null })
        .where('holder', '=', holder)
        .execute(),
    );
  };
}

const nameOf = ({ url, userName, key }: DownlinkTarget): string => JSON.stringify([url, userName, key]);

/** The links whose connection this process holds, with those that no other one holds any more. */
async function held(kit: Kit, holder: string): Promise<HeldLink[]> {
  const taken = await inSystem(kit.db, async (tx) => {
    await sql`INSERT INTO connector_broker (link_id, company_id) SELECT id, company_id FROM connector_link WHERE way = 'mqtt' ON CONFLICT DO NOTHING`.execute(
      tx,
    );
    return sql<{ linkId: number }>`
      UPDATE connector_broker b SET holder = ${holder}, held_until = now() + ${heldSeconds} * interval '1 second'
        FROM (SELECT f.link_id FROM connector_broker f JOIN connector_link l ON l.id = f.link_id AND l.way = 'mqtt' JOIN connector c ON c.id = l.connector_id AND c.enabled
               WHERE f.holder = ${holder} OR f.held_until IS NULL OR f.held_until < now() FOR UPDATE OF f SKIP LOCKED) free
       WHERE b.link_id = free.link_id RETURNING b.link_id`.execute(tx);
  });
  if (taken.rows.length === 0) return [];
  return linksWith(kit, sql`l.id = ANY (${taken.rows.map(({ linkId }) => linkId)}::integer[])`);
}

function connect(kit: Kit, link: HeldLink): MqttClient {
  const log = (error: Error) => kit.log.error({ err: error }, 'the state of a broker could not be recorded');
  const note = (state: ReturnType<typeof sql>) =>
    void inSystem(kit.db, (tx) =>
      sql`UPDATE connector_broker SET ${state} WHERE link_id = ${link.id}`.execute(tx),
    ).catch(log);
  const fail = (fault: LinkFault) =>
    note(sql`connected_at = NULL, fault = ${fault}, failed_since = coalesce(failed_since, now())`);
  const client = brokerClient(kit, link, `rasid-connector-${link.connectorId}`, durable, fail);
  client.handleMessage = ({ topic, payload }, done) => {
    take(kit, link, client, topic, Buffer.from(payload)).then(() => done(), log);
  };
  client.on('connect', () => {
    client.subscribeAsync(topics, { qos: 1 }).then(
      () => note(sql`connected_at = now(), fault = NULL, failed_since = NULL`),
      () => fail('wrong-credentials'),
    );
  });
  client.on('close', () =>
    note(
      sql`connected_at = NULL, fault = coalesce(fault, 'unreachable'), failed_since = coalesce(failed_since, now())`,
    ),
  );
  return client;
}

/** Stores a message, retrying until it is stored: it is acknowledged only then. */
async function take(kit: Kit, link: HeldLink, client: MqttClient, topic: string, body: Buffer): Promise<void> {
  const event = eventIn(topic.split('/').at(-1) ?? '');
  const receivedAt = Date.now();
  while (!client.disconnecting) {
    try {
      const connector = await readConnector(kit, sql`c.id = ${link.connectorId} AND c.enabled`);
      if (!connector) return;
      await acceptBody(receptionOf(kit), connector, { body, event }, receivedAt);
      return;
    } catch (error) {
      kit.log.warn({ err: error }, 'a message of a broker could not be stored; this is retried');
      await pause(pauseAfterFailureMs);
    }
  }
  throw new Error('the connection ends before its message is stored');
}
