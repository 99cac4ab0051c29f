import { setDeviceAlarms } from '#core/alarms/server/api.ts';
import { type CachedDevice, logDevice } from '#core/devices/server/api.ts';
import type { Fault } from '#core/telemetry/common/ingest.ts';
import { directoryOf, openIntake, storeDeadLetter, type TelemetryIntake } from '#core/telemetry/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { isDataError } from '#platform/server/monitoring/isolate-faults.ts';
import type { MessageOutcome } from '../common/connector.ts';
import type { ReceivedMessage } from '../common/receiving.ts';
import { addOwnDevice } from './auto-create.ts';
import { recordFailing, recordWorking } from './codec/codec-failures.ts';
import { ActiveCodecs, type CodecChange } from './codec/decode-message.ts';
import { takeAnswer, takeReport } from './downlink/reports.ts';
import { type Inbound, messageHash, type Receiver, type Sent, Unreadable } from './inbound.ts';
import { readBody } from './kinds/provided.ts';
import { NamedDevices, type ReadMessage, readMessage, stageOf } from './read-message.ts';
import { recordMessage, wasReceived } from './record.ts';

/** The state that a process keeps in memory to receive messages. */
export type Reception = {
  kit: Kit;
  intake: TelemetryIntake;
  devices: NamedDevices;
  codecs: ActiveCodecs;
  /** Messages that are being stored, by connector and key. Resolves with whether they were. */
  underWay: Map<string, Promise<boolean>>;
  /** Keys of values whose present use is already recorded. */
  recorded: Map<string, boolean>;
};

const receptions = new WeakMap<Kit, Reception>();

export function receptionOf(kit: Kit): Reception {
  let reception = receptions.get(kit);
  if (!reception) {
    const intake = openIntake(kit, directoryOf(kit));
    reception = {
      kit,
      intake,
      devices: new NamedDevices(kit),
      codecs: new ActiveCodecs(kit),
      underWay: new Map(),
      recorded: new Map(),
    };
    receptions.set(kit, reception);
  }
  return reception;
}

export const topicOf = ({ kind }: Pick<Receiver, 'kind'>, event: string) => `connect/${kind}/${event}`;
const maxEventLength = 40;
/** An event under the sender's name. */
export const eventIn = (text: string): string => text.replaceAll(/[^\w-]/g, '').slice(0, maxEventLength);
/** The event in the topic of a dead letter. */
export const eventOf = (topic: string): string => topic.split('/').slice(2).join('/');

/** Reads a body and stores its messages; `onRead` gets their number. Resolves when none can be lost. */
export async function acceptBody(
  reception: Reception,
  connector: Receiver,
  sent: Sent,
  receivedAt: number,
  onRead: (messages: number) => void = () => undefined,
): Promise<ReceivedMessage> {
  const messages = messagesOf(reception.kit, connector, sent);
  onRead(messages.length);
  const outcomes = await Promise.all(messages.map((message) => acceptOnce(reception, connector, message, receivedAt)));
  const count = (outcome: MessageOutcome) => outcomes.filter((one) => one === outcome).length;
  return { accepted: count('accepted'), duplicates: count('duplicate'), refused: count('refused') };
}

/** The messages of a body; one that is refused if it cannot be read. */
function messagesOf(kit: Kit, connector: Receiver, sent: Sent): Inbound[] {
  try {
    return readBody(kit, connector, sent);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const empty = { externalId: null, time: null, values: {}, signal: null, profile: null };
    return [{ ...empty, event: sent.event, keys: [messageHash(sent.body)], refused: error.reason, body: sent.body }];
  }
}

async function acceptOnce(
  reception: Reception,
  connector: Receiver,
  message: Inbound,
  receivedAt: number,
): Promise<MessageOutcome> {
  const { kit, underWay } = reception;
  const keys = message.keys.map((key) => Buffer.from(messageHash(key), 'base64url').subarray(0, 16));
  const names = keys.map((key) => `${connector.id} ${key.toString('hex')}`);
  // The same message may arrive twice at once: the second one waits for the outcome of the first.
  for (let before = first(underWay, names); before; before = first(underWay, names))
    if (await before) return 'duplicate';
  const { promise, resolve } = Promise.withResolvers<boolean>();
  for (const name of names) underWay.set(name, promise);
  let stored = false;
  try {
    if (await wasReceived(kit, connector.id, keys)) {
      stored = true;
      return 'duplicate';
    }
    const outcome = await accept(reception, connector, message, receivedAt, keys);
    stored = true;
    return outcome;
  } finally {
    for (const name of names) underWay.delete(name);
    resolve(stored);
  }
}

const first = <T>(map: ReadonlyMap<string, T>, names: readonly string[]): T | undefined =>
  names.map((name) => map.get(name)).find((found) => found !== undefined);

const nothingKept = Buffer.alloc(0);

async function accept(
  reception: Reception,
  connector: Receiver,
  message: Inbound,
  receivedAt: number,
  keys: readonly Buffer[],
): Promise<MessageOutcome> {
  const { kit } = reception;
  let read = await readMessage(reception, connector, message, receivedAt);
  if (isUnknown(read) && (await addOwnDevice(kit, connector, message)))
    read = await readMessage(reception, connector, message, receivedAt);
  try {
    return await keep(reception, connector, { message, read, receivedAt, keys });
  } catch (error) {
    // It would fail again, and a broker would send it forever.
    if (!isDataError(error)) throw error;
    kit.log.error({ err: error, connectorId: connector.id }, 'a message of a connector cannot be stored');
    await storeRefused(kit, connector, message, { ...read, faults: [] }, [{ param: '', msg: 'not-stored' }]);
    return 'refused';
  }
}

type Receipt = { message: Inbound; read: ReadMessage; receivedAt: number; keys: readonly Buffer[] };

/** Stores the decoded part of a message, and records its arrival. */
async function keep(
  reception: Reception,
  connector: Receiver,
  { message, read, receivedAt, keys }: Receipt,
): Promise<MessageOutcome> {
  const { kit } = reception;
  const { device, faults } = await store(reception, read, message, receivedAt, true);
  if (read.codec) await recordCodecState(kit, connector, read.codec);
  if (device && message.report) await takeReport(kit, connector, device.id, message.report);
  if (device && message.answered) await takeAnswer(kit, connector, device.id);
  if (faults.length > 0) await storeRefused(kit, connector, message, read, faults);
  const outcome: MessageOutcome = faults.length > 0 ? 'refused' : 'accepted';
  await recordMessage(kit, {
    connectorId: connector.id,
    companyId: connector.companyId,
    deviceId: device?.id ?? null,
    externalId: message.externalId,
    route: message.route ?? null,
    event: message.event,
    outcome,
    reason: faults[0]?.msg ?? null,
    // It may contain the position of a person, which is stored only with their consent.
    body: device?.tracksPerson ? nothingKept : message.body,
    receivedAt,
    keys,
    fields: device?.tracksPerson ? [] : newFields(reception, connector, read),
    unknown: isUnknown(read) ? { profile: message.profile, signal: message.signal } : null,
  });
  return outcome;
}

const recordCodecState = (kit: Kit, connector: Receiver, { codecId, is }: CodecChange): Promise<void> =>
  is === 'failing' ? recordFailing(kit, connector, codecId) : recordWorking(kit, connector, codecId);

const isUnknown = ({ faults }: ReadMessage) => faults.some(({ msg }) => msg === 'unknown-device');

/** Stores the decoded part of a message; without `keep`, only tries to. */
export async function store(
  { kit, intake }: Reception,
  read: ReadMessage,
  message: Inbound,
  receivedAt: number,
  keep: boolean,
): Promise<{ device: ReadMessage['device']; stored: number; faults: Fault[] }> {
  const { device } = read;
  if (!device) return { device, stored: 0, faults: read.faults };
  const accepted = await intake.acceptEntries(device, read, receivedAt, keep);
  const { log } = message;
  // The log must not store the position of a person, and a suspended device is not trusted.
  const isLogged = read.stage !== 'identify' && !(device.tracksPerson && log?.kind === 'network-location');
  if (keep && log && isLogged) await appendLog(kit, device, log);
  return { device, stored: accepted.stored, faults: [...read.faults, ...accepted.faults] };
}

/** Writes network events into the log of the device. An error raises an alarm, until the device joins again. */
async function appendLog(kit: Kit, device: CachedDevice, { kind, data }: NonNullable<Inbound['log']>): Promise<void> {
  await emittingAsSystem(kit, kit.telemetry.db, async (context) => {
    await logDevice(context.tx, device, kind, null, data);
    const isError = kind === 'network-log' && (data as { level?: unknown }).level === 'ERROR';
    const found = isError ? [{ deviceId: device.id, severity: 'ok' as const }] : [];
    if (isError || kind === 'network-join')
      await setDeviceAlarms(context, { app: device.app, kind: 'network-fault' }, [device.id], found);
  });
}

function storeRefused(
  kit: Kit,
  connector: Receiver,
  { externalId, event, body }: Inbound,
  { device, stage, faults: before, codecVersion }: Pick<ReadMessage, 'device' | 'stage' | 'faults' | 'codecVersion'>,
  faults: readonly Fault[],
): Promise<void> {
  return storeDeadLetter(
    kit,
    { id: device?.id ?? null, companyId: connector.companyId, tracksPerson: device?.tracksPerson ?? false },
    topicOf(connector, event),
    body,
    faults,
    { connector, externalId, stage: before.length > 0 ? stage : stageOf(faults), codecVersion },
  );
}

/** The keys of values whose use is not recorded yet. */
function newFields({ recorded }: Reception, { id }: Receiver, { keys }: ReadMessage) {
  if (recorded.size > 100_000) recorded.clear();
  return [...keys].flatMap(([key, { used, example }]) => {
    const name = `${id} ${key}`;
    if (recorded.get(name) === used) return [];
    recorded.set(name, used);
    return [{ key, example, used }];
  });
}

/** The result that each message of a body would have. Nothing is stored. */
export async function tryBody(reception: Reception, connector: Receiver, sent: Sent, receivedAt: number) {
  const messages = messagesOf(reception.kit, connector, sent);
  return Promise.all(
    messages.map(async (message) => {
      const read = await readMessage(reception, connector, message, receivedAt);
      const { device, stored, faults } = await store(reception, read, message, receivedAt, false);
      return { message, read, device, stored, faults };
    }),
  );
}
