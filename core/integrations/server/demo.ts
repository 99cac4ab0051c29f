import { sql } from 'kysely';
import { demoCompanies } from '#core/accounts/server/api.ts';
import type { DeadLetter, Fault } from '#core/telemetry/common/ingest.ts';
import { storeDeadLetter } from '#core/telemetry/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { newConnector } from '../common/connector.ts';
import { type CoreKind, coreKinds } from '../common/kinds.ts';
import { topicOf } from './accept.ts';
import { connectorSecretHash } from './connectors/connector-directory.ts';
import { chirpstackEvents } from './fixtures/chirpstack.ts';
import { meterReading, traccarPosition } from './fixtures/servers.ts';
import { ttsMessages } from './fixtures/tts.ts';
import { demoConnectorSecret, demoDevices, demoKey } from './virtual/simulate.ts';

const companyKey = 'reem';
const names: Record<CoreKind, string> = {
  chirpstack: 'Basement gateways',
  tts: 'Community network',
  traccar: 'Service vans',
  osmand: 'Phones of technicians',
  http: 'Meter gateway',
};

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

/** One connector of each kind, a codec with two versions, and dead letters of every stage. */
export async function demo(kit: Kit): Promise<void> {
  const connectors = await addConnectors(kit);
  for (const letter of letters) await storeRefused(kit, connectors, letter);
}

const addConnectors = (kit: Kit): Promise<Map<CoreKind, { id: number; name: string; companyId: number }>> =>
  inSystem(kit.db, async (tx) => {
    const made = new Map<CoreKind, { id: number; name: string; companyId: number }>();
    const { [companyKey]: companyId } = await demoCompanies(tx);
    const codecId = await addCodec(tx, companyId);
    for (const kind of Object.keys(coreKinds) as CoreKind[]) {
      const id = await addDemoConnector(tx, kit, {
        companyId,
        kind,
        name: names[kind],
        key: kind,
        codecId: kind === 'chirpstack' ? codecId : null,
      });
      made.set(kind, { id, name: names[kind], companyId });
    }
    return made;
  });

/** Adds a connector of the demo with a secret and returns its id; `key` names it to the virtual network that posts to it. */
export async function addDemoConnector(
  tx: Tx,
  kit: Kit,
  {
    companyId,
    kind,
    name,
    key,
    codecId = null,
  }: { companyId: number; kind: CoreKind; name: string; key: string; codecId?: number | null },
): Promise<number> {
  const { profiles, mapping, pointers, ...fields } = newConnector.parse({ kind, name });
  const { id } = await tx
    .insertInto('connector')
    .values({
      ...fields,
      companyId,
      key: demoKey(key),
      codecId,
      profiles: JSON.stringify(profiles),
      mapping: JSON.stringify(mapping),
      pointers: JSON.stringify(pointers),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('connectorSecret')
    .values({ connectorId: id, companyId, secretHash: connectorSecretHash(demoConnectorSecret(kit, key)) })
    .execute();
  return id;
}

type DemoLetter = {
  kind: CoreKind;
  event: string;
  externalId: string | null;
  stage: DeadLetter['stage'];
  reason: Fault;
  body: object | string;
};
const letter = (
  kind: CoreKind,
  stage: DeadLetter['stage'],
  msg: Fault['msg'],
  { event = 'up', param = '', externalId = null as string | null, body }: Partial<DemoLetter> & { param?: string },
): DemoLetter => ({ kind, event, externalId, stage, reason: { param, msg }, body: body ?? '' });

const measuredAt = '2026-05-04T09:15:00.000Z';
const { up, log } = chirpstackEvents(measuredAt);
const { up: thingUp } = ttsMessages(measuredAt);
const ofChirpstack = { externalId: demoDevices.chirpstack, body: up };
/** A dozen messages, of every stage at which one can be refused. */
const letters: readonly DemoLetter[] = [
  letter('chirpstack', 'identify', 'unknown-device', { ...ofChirpstack, param: demoDevices.chirpstack }),
  letter('traccar', 'identify', 'unknown-device', {
    event: 'position',
    param: demoDevices.traccar,
    externalId: demoDevices.traccar,
    body: traccarPosition(measuredAt),
  }),
  letter('http', 'identify', 'no-device-id', { event: 'message', body: { total_m3: 6.408, timestamp: measuredAt } }),
  letter('http', 'decode', 'broken-json', { event: '', body: '{"id":"76348799","total_m3":6.4' }),
  letter('chirpstack', 'decode', 'unknown-message', { event: 'integration', param: 'event', body: log }),
  letter('chirpstack', 'codec', 'codec-failed', {
    ...ofChirpstack,
    param: "TypeError: cannot read property '1' of undefined",
  }),
  letter('chirpstack', 'codec', 'codec-limit', { ...ofChirpstack, param: 'longer than 250 ms' }),
  letter('chirpstack', 'codec', 'codec-suspended', ofChirpstack),
  letter('http', 'map', 'unknown-sensor', {
    event: 'message',
    param: 'target_m3',
    externalId: '76348799',
    body: meterReading(measuredAt),
  }),
  letter('http', 'validate', 'out-of-range', {
    event: 'message',
    param: 'temperature',
    externalId: '76348799',
    body: { ...meterReading(measuredAt), temperature: 900 },
  }),
  letter('tts', 'validate', 'simulated', { externalId: demoDevices.tts, body: { ...thingUp, simulated: true } }),
  letter('tts', 'time', 'too-old', {
    externalId: demoDevices.tts,
    body: { ...thingUp, received_at: '2022-07-18T09:34:15Z' },
  }),
];

async function storeRefused(
  kit: Kit,
  connectors: ReadonlyMap<CoreKind, { id: number; name: string; companyId: number }>,
  { kind, event, externalId, stage, reason, body }: DemoLetter,
): Promise<void> {
  const connector = connectors.get(kind);
  if (!connector) return;
  const { id, name, companyId } = connector;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  await storeDeadLetter(kit, { id: null, companyId }, topicOf({ kind }, event), text, [reason], {
    connector: { id, name },
    externalId,
    stage,
    codecVersion: stage === 'codec' ? 2 : null,
  });
}
