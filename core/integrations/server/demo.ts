import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { demoCompanies } from '#core/accounts/server/api.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { repeat } from '#platform/server/repeat.ts';
import { type ConnectorKind, connectorKinds, newConnector } from '../common/connector.ts';
import { acceptBody, receptionOf } from './accept.ts';
import { readConnector, secretHash } from './connector-directory.ts';
import { chirpstackEvents } from './fixtures/chirpstack.ts';
import { meterReading, osmandQuery, traccarPosition } from './fixtures/servers.ts';
import { ttsMessages } from './fixtures/tts.ts';

const companyKey = 'reem';
const names: Record<ConnectorKind, string> = {
  chirpstack: 'Basement gateways',
  tts: 'Community network',
  traccar: 'Service vans',
  osmand: 'Phones of technicians',
  http: 'Meter gateway',
};
const keyOf = (kind: ConnectorKind) => `demo-${kind}`;

const source = (divisor: number) =>
  `function decodeUplink(input) {\n  return { data: { temperature: input.bytes[0] / ${divisor} } };\n}\n`;
const sample = (temperature: number) => [
  { name: 'AA', form: 'hex', payload: 'AA', fPort: 1, expected: { temperature }, tolerance: 0 },
];

async function addCodec(tx: Tx, companyId: number): Promise<number> {
  const { id } = await tx
    .insertInto('codec')
    .values({ companyId, name: 'Pipe sensor', description: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO codec_version (codec_id, company_id, number, state, source, samples, variables) VALUES
    (${id}, ${companyId}, 1, 'retired', ${source(5)}, ${JSON.stringify(sample(34))}, '{}'),
    (${id}, ${companyId}, 2, 'active', ${source(10)}, ${JSON.stringify(sample(17))}, '{}')`.execute(tx);
  return id;
}

/** One connector of each kind, and a codec with two versions. Their secrets are known to nobody. */
export const demo = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const { [companyKey]: companyId } = await demoCompanies(tx);
    const codecId = await addCodec(tx, companyId);
    for (const kind of connectorKinds) {
      const { profiles, mapping, pointers, ...fields } = newConnector.parse({ kind, name: names[kind] });
      const { id } = await tx
        .insertInto('connector')
        .values({
          ...fields,
          companyId,
          key: keyOf(kind),
          codecId: kind === 'chirpstack' ? codecId : null,
          profiles: JSON.stringify(profiles),
          mapping: JSON.stringify(mapping),
          pointers: JSON.stringify(pointers),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`INSERT INTO connector_secret (connector_id, company_id, secret_hash)
        VALUES (${id}, ${companyId}, ${secretHash(randomBytes(24).toString('base64url'))})`.execute(tx);
    }
  });

const everyMs = 60_000;

/** What each kind of sender sends in a minute, as its documentation has it. */
function bodiesAt(now: number): Record<ConnectorKind, { event: string; body: string }[]> {
  const time = new Date(now).toISOString();
  const json = (event: string, body: object) => ({ event, body: JSON.stringify(body) });
  const { up, status } = chirpstackEvents(time);
  const named = { deduplicationId: `demo ${now}`, fCnt: Math.floor(now / everyMs) % 65_536 };
  const frame = { ...ttsMessages(time).up.uplink_message, f_cnt: named.fCnt };
  return {
    // The second copy of an uplink is that of another gateway bridge.
    chirpstack: [
      json('up', { ...up, ...named }),
      json('up', { ...up, ...named }),
      json('status', { ...status, ...named }),
    ],
    tts: [json('', { ...ttsMessages(time).up, correlation_ids: [`as:up:${now}`], uplink_message: frame })],
    traccar: [json('', traccarPosition(time))],
    osmand: [{ event: '', body: osmandQuery(Math.floor(now / 1000)) }],
    http: [json('', meterReading(time))],
  };
}

/** Virtual senders: each sends what its documentation shows, once in a minute. */
export async function simulate(kit: Kit): Promise<Stop> {
  return repeat(kit, everyMs, 'the virtual senders failed', async () => {
    for (const [kind, sent] of Object.entries(bodiesAt(Date.now()))) {
      const connector = await readConnector(kit, sql`c.key = ${keyOf(kind as ConnectorKind)}`);
      for (const { event, body } of connector ? sent : [])
        if (connector) await acceptBody(receptionOf(kit), connector, { event, body: Buffer.from(body) }, Date.now());
    }
  });
}
