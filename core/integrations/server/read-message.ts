import { type CachedDevice, findBySerial } from '#core/devices/server/api.ts';
import type { DeadLetter, Fault } from '#core/telemetry/common/ingest.ts';
import type { TelemetryIntake } from '#core/telemetry/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { type ActiveCodecs, type CodecChange, type DecodedParts, decodeParts } from './codec/decode-message.ts';
import { type Inbound, isObject, type Receiver } from './inbound.ts';
import { usualNamesOf } from './kinds/provided.ts';
import { mapValues } from './map-values.ts';

/** A message of a device as the platform understands it. */
export type ReadMessage = {
  device: CachedDevice | null;
  /** The values to store, in the form of the messages of devices. */
  entries: { ts?: number; values?: Record<string, unknown>; channel?: unknown; position?: unknown }[];
  /** The events to store, in the form of the events of devices. */
  events: object[];
  /** Why it becomes a dead letter, in whole or in part. */
  faults: Fault[];
  stage: DeadLetter['stage'];
  keys: Map<string, { used: boolean; example: string }>;
  codecVersion: number | null;
  codec?: CodecChange | undefined;
};

const nothing = { device: null, entries: [], events: [], keys: new Map<string, never>(), codecVersion: null };
const refused = (stage: DeadLetter['stage'], ...faults: Fault[]): ReadMessage => ({ ...nothing, faults, stage });

const cacheMs = 10_000;
type Found = { id: number; suspended: boolean };

/**
 * The devices that connectors name: those that were given this name, else those with this serial number, only of the
 * company of the connector. Cached for seconds, because a device may be suspended or change its owner.
 */
export class NamedDevices {
  private readonly cache = new Map<string, { found: Found; until: number }>();
  private readonly kit: Kit;

  constructor(kit: Kit) {
    this.kit = kit;
    kit.signals.on('device.changed', () => this.cache.clear());
  }

  async find({ id: connectorId, companyId }: Receiver, externalId: string): Promise<Found | null> {
    const name = `${connectorId} ${externalId}`;
    const cached = this.cache.get(name);
    if (cached && cached.until > performance.now()) return cached.found;
    const found = await inSystem(this.kit.telemetry.db, async (tx) => {
      const named = await tx
        .selectFrom('connectorDevice')
        .select('deviceId')
        .where('connectorId', '=', connectorId)
        .where('companyId', '=', companyId)
        .where('externalId', '=', externalId)
        .execute();
      const ids = named.map(({ deviceId }) => deviceId);
      return findBySerial(tx, companyId, { ids, serial: externalId });
    });
    if (found) this.cache.set(name, { found, until: performance.now() + cacheMs });
    return found;
  }
}

/** Identifies the device within the company of the connector, and maps the values to its sensors. */
export async function readMessage(
  { kit, devices, intake, codecs }: { kit: Kit; devices: NamedDevices; intake: TelemetryIntake; codecs: ActiveCodecs },
  connector: Receiver,
  inbound: Inbound,
  receivedAt: number,
): Promise<ReadMessage> {
  if (inbound.refused) return refused('decode', inbound.refused);
  if (inbound.externalId === null) return refused('identify', { param: '', msg: 'no-device-id' });
  if (inbound.simulated && !connector.allowSimulated) return refused('validate', { param: '', msg: 'simulated' });
  const found = await devices.find(connector, inbound.externalId);
  const device = found ? await intake.directory.one(found.id) : undefined;
  // The cache of the directory may be older than a change of the owner.
  if (!device || device.companyId !== connector.companyId)
    return refused('identify', { param: inbound.externalId, msg: 'unknown-device' });
  if (found?.suspended || device.cutOff)
    return { ...refused('identify', { param: inbound.externalId, msg: 'device-suspended' }), device };
  const usualNames = usualNamesOf(kit, connector.kind);
  return mapped(
    connector,
    usualNames,
    inbound,
    device,
    await decodeParts(codecs, connector, inbound, { hardwareId: device.hardwareId, receivedAt }),
  );
}

function mapped(
  connector: Receiver,
  usualNames: ReturnType<typeof usualNamesOf>,
  inbound: Inbound,
  device: CachedDevice,
  decoded: DecodedParts,
): ReadMessage {
  const keys: ReadMessage['keys'] = new Map();
  const entries = decoded.parts.flatMap(({ time, values: given, channel, position }) => {
    const mapping = mapValues(device, given, connector.mapping, usualNames);
    for (const [key, use] of mapping.keys) keys.set(key, use);
    const ofChannel = channel === undefined ? {} : { channel };
    const values = Object.keys(mapping.values).length > 0 ? { values: mapping.values, ...ofChannel } : {};
    const place = position !== undefined && device.maxSpeed !== null ? { position } : {};
    const placeTime = inbound.positionTime ?? time;
    const apart =
      placeTime === time
        ? [{ ...values, ...place, ...at(time) }]
        : [
            { ...values, ...at(time) },
            { ...place, ...at(placeTime) },
          ];
    return apart.filter((entry) => 'values' in entry || 'position' in entry);
  });
  const { faults, codecVersion, codec } = decoded;
  const events = decoded.parts.flatMap(({ time, events: named = [] }) =>
    named.filter(isObject).map((event) => ({ ...at(time), ...event })),
  );
  return { device, entries, events, faults, stage: 'codec', keys, codecVersion, codec };
}

const at = (time: number | null) => (time === null ? {} : { ts: time });

const times: readonly Fault['msg'][] = ['bad-time', 'future-time', 'too-old'];

/** The stage at which telemetry has refused a part of a message. */
export const stageOf = (faults: readonly Fault[]): DeadLetter['stage'] =>
  faults.some(({ msg }) => times.includes(msg)) ? 'time' : 'validate';
