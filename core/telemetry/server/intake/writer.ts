import { confirmByReadings } from '#core/commands/server/api.ts';
import {
  type CachedDevice,
  type ChannelValue,
  type DeviceDirectory,
  type HeardDevice,
  recordBattery,
  recordChannels,
  recordLastSeen,
  recordLatest,
  seenOnPath,
  sensorRegistry,
} from '#core/devices/server/api.ts';
import { emit, emittingWithin } from '#platform/server/domain-events.ts';
import type { Failures } from '#platform/server/http/batch-lane.ts';
import type { Kit } from '#platform/server/kit.ts';
import { isDataError, isolateFaults, isProgramError } from '#platform/server/monitoring/isolate-faults.ts';
import { counter, duration } from '#platform/server/monitoring/metrics.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { storeDeadLetter } from '../dead-letters/dead-letter-store.ts';
import { insertEvents, type StoredEvent } from '../events.ts';
import { type MeasuredPoints, type PointColumns, sizeOf } from '../measured-points.ts';
import { HeardDevices, type KnownDevice, pathsOn } from '../seen/heard-devices.ts';
import { markLateHours } from '../statistics/rollup.ts';
import { channelValues, isMeasuredPoints, newestColumns } from './batch.ts';
import { ReadingInserter } from './insert-readings.ts';
import { BatchPublisher } from './publish-batch.ts';
import { RefusedDevices } from './refused-devices.ts';
import { eventTopic, telemetryTopic } from './topics.ts';

/** A batch of messages, for listeners within its transaction. */
export type TelemetryBatch = {
  /** Only points that were not stored before, each once. */
  messages: readonly MeasuredPoints[];
  /** The messages with positions, which may have been stored before. */
  positions: readonly MeasuredPoints[];
  /**
   * The values of channels that are newer than those stored before, each once, in the order of their time. Late and
   * repeated ones are not among them.
   */
  channels: readonly ChannelValue[];
  /** The events that were not stored before, each once, in the order of their time. */
  events: readonly StoredEvent[];
  device: (id: number) => CachedDevice | undefined;
  /** Ids of devices that were offline before. */
  connected: readonly number[];
};
/** Runs within the transaction of the batch. The returned function runs after the commit. */
export type BatchListener = (tx: Tx, batch: TelemetryBatch) => Promise<() => void>;
/**
 * A listener with `first` ends before those without it begin, which may use its results. `forget` is called with the
 * devices of a batch that was rolled back: the listener's state of them in memory is ahead of the database.
 */
export type ListenOptions = { first?: boolean; forget(devices: readonly number[]): void };

const batteryId = 1;
/** Devices resend within this time what was not stored. */
const faultMs = 60_000;
const storedMessages = counter('telemetry_messages', 'Messages whose points are committed');
const storedPoints = counter('telemetry_points', 'Points that are committed');
const batchSeconds = duration('telemetry_batch', 'Transactions that store a batch of messages');

/** Writes batches of messages as readings, latest values and events, each batch in one transaction. */
export class TelemetryWriter {
  readonly directory: DeviceDirectory;
  private readonly kit: Kit;
  private readonly firstListeners: BatchListener[] = [];
  private readonly listeners: BatchListener[] = [];
  private readonly cacheClearers: (() => void)[] = [];
  private readonly forgetters: ListenOptions['forget'][] = [];
  private readonly heard: HeardDevices;
  private readonly refusedDevices = new RefusedDevices();
  private readonly inserter = new ReadingInserter();
  private readonly publisher: BatchPublisher;
  private programFault: { at: number; message: string } | null = null;

  constructor(kit: Kit, directory: DeviceDirectory) {
    this.kit = kit;
    this.directory = directory;
    this.heard = new HeardDevices(kit, directory);
    this.publisher = new BatchPublisher(kit, directory);
  }

  listen(listener: BatchListener, { first = false, forget }: ListenOptions): void {
    (first ? this.firstListeners : this.listeners).push(listener);
    this.forgetters.push(forget);
  }

  /** Clears the cached state of devices, because another process has worked on them. */
  clearCaches(): void {
    this.directory.clear();
    for (const clearCaches of this.cacheClearers) clearCaches();
  }

  onClearCaches(clearCaches: () => void): void {
    this.cacheClearers.push(clearCaches);
  }

  /**
   * Commits all messages. A message that the database refuses becomes a dead letter and the others are stored. Other
   * errors are returned as failures of their messages, which are delivered again.
   */
  async write(messages: readonly MeasuredPoints[]): Promise<Failures> {
    const readable = messages.flatMap((message, at) => (isMeasuredPoints(message) ? [{ message, at }] : []));
    if (readable.length < messages.length)
      this.kit.log.error(
        { count: messages.length - readable.length },
        'messages of the stream are not of this version',
      );
    await this.directory.load(readable.map(({ message }) => message.d));
    const accepted = readable.filter(({ message }) => this.directory.peek(message.d));
    // Devices with a recently refused message get their own transaction: isolating the fault would delay others.
    const groups = Map.groupBy(accepted, ({ message: { d } }) => (this.refusedDevices.has(d) ? d : null));
    const failures = new Map<number, unknown>();
    for (const part of [groups.get(null) ?? [], ...[...groups].flatMap(([d, one]) => (d === null ? [] : [one]))]) {
      const commit = (points: MeasuredPoints[]) => this.commit(points);
      for (const [at, error] of await isolateFaults(part, commit, (message, error) =>
        this.storeRefused(message, error),
      ))
        failures.set(at, error);
    }
    this.notePrograms(accepted, failures);
    return failures;
  }

  /** Devices whose messages fail by an error of the program get their own transactions, so that the others continue. */
  private notePrograms(accepted: readonly { message: MeasuredPoints; at: number }[], failures: Failures): void {
    for (const { message, at } of accepted) {
      const error = failures.get(at);
      if (!isProgramError(error)) continue;
      this.refusedDevices.add(message.d);
      this.programFault = { at: performance.now(), message: (error as Error).message };
    }
  }

  /** Why messages cannot be stored although the database is available, as a sentence; null if all can be. */
  fault(): string | null {
    const { programFault } = this;
    if (!programFault || performance.now() - programFault.at > faultMs) return null;
    return `Messages of devices cannot be stored and are sent again and again: ${programFault.message}.`;
  }

  /** Commits one message. Returns false if the database refuses its data. */
  async writeOne(message: MeasuredPoints): Promise<boolean> {
    await this.directory.load([message.d]);
    try {
      await this.commit([message]);
      return true;
    } catch (error) {
      if (!isDataError(error)) throw error;
      this.kit.log.error({ err: error, device: message.d }, 'a message was refused by the database');
      return false;
    }
  }

  private async storeRefused(message: MeasuredPoints, error: unknown): Promise<void> {
    this.refusedDevices.add(message.d);
    this.kit.log.error(
      { err: error, device: message.d },
      'a message was refused by the database and becomes a dead letter',
    );
    const device = this.directory.peek(message.d);
    if (!device) return;
    const reasons = [{ param: '', msg: 'not-stored' as const }];
    const points = toPayload(message, sensorRegistry(this.kit.apps).byId);
    if (points.length > 0) await storeDeadLetter(this.kit, device, telemetryTopic, JSON.stringify(points), reasons);
    if (!message.e?.length) return;
    const events = message.e.map(({ key: id, time: ts, kind, data }) => ({ id, ts, kind, data }));
    await storeDeadLetter(this.kit, device, eventTopic, JSON.stringify(events), reasons);
  }

  private async commit(messages: MeasuredPoints[]): Promise<void> {
    const finished = batchSeconds.startTimer();
    const now = performance.now();
    const devices = messages.map(({ d }) => d);
    await this.directory.load(devices);
    // One that changes while its messages are being stored leaves the directory: listeners would take none of them.
    const known = new Map(devices.map((id) => [id, this.directory.peek(id)]));
    const seen = this.heard.due(messages, now);
    const { batteries, ...stored } = await inSystem(this.kit.telemetry.db, (tx) =>
      this.store(tx, messages, seen, (id) => known.get(id)),
    ).catch((error: unknown) => {
      for (const forget of this.forgetters) forget(devices);
      throw error;
    });
    this.heard.recorded(seen, now);
    for (const { id, battery } of batteries) {
      const device = this.directory.peek(id);
      if (device) device.battery = battery;
    }
    for (const { deviceId, channel } of stored.channels) this.directory.peek(deviceId)?.channels?.names.add(channel);
    finished();
    storedMessages.inc(messages.length);
    storedPoints.inc(messages.reduce((sum, message) => sum + sizeOf(message), 0));
    this.publisher.publish(stored);
  }

  /** Stores a batch in its transaction, with what listeners write. */
  private async store(tx: Tx, messages: MeasuredPoints[], seen: readonly HeardDevice[], device: KnownDevice) {
    const newPoints = await this.inserter.insert(tx, messages);
    const events = await insertEvents(tx, messages);
    const channels = await recordChannels(tx, channelValues(messages));
    await markLateHours(tx, newPoints, Date.now());
    const connected = await recordLastSeen(tx, seen);
    const online = connected.flatMap(({ id }) => device(id) ?? []);
    const batch = {
      messages: newPoints,
      positions: messages.filter(({ p }) => p && p.length > 0),
      channels,
      events,
      device,
      connected: connected.map(({ id }) => id),
    };
    // Before latest values are updated: listeners read those before this batch.
    const emitting = emittingWithin(this.kit, tx);
    await seenOnPath(emitting, pathsOn(messages, device));
    if (online.length > 0)
      await emit(emitting, 'device.online', { devices: online.map(({ id, companyId }) => ({ id, companyId })) });
    const afterCommit: (() => void)[] = [emitting.run];
    // One after the other: a connection runs one statement at a time.
    for (const listen of [...this.firstListeners, ...this.listeners]) afterCommit.push(await listen(tx, batch));
    await recordLatest(tx, newestColumns(newPoints));
    afterCommit.push(await confirmByReadings(this.kit, tx, newPoints));
    const batteries = await recordBattery(tx, this.devicesWithOtherBattery(newPoints));
    return { newPoints, channels, events, connected, batteries, afterCommit };
  }

  /** Devices with a battery level other than the cached one, which can be a late point. */
  private devicesWithOtherBattery(messages: readonly MeasuredPoints[]): number[] {
    const ids = new Set<number>();
    for (const { d, s, v } of messages) {
      const at = s.lastIndexOf(batteryId);
      const level = at < 0 ? null : v[at];
      if (typeof level === 'number' && Math.round(level) !== this.directory.peek(d)?.battery) ids.add(d);
    }
    return [...ids].sort((a, b) => a - b);
  }
}

const toEntries = ({ t, s, v, w }: PointColumns, byId: ReadonlyMap<number, { key: string }>) =>
  t.map((ts, i) => ({ ts, values: { [byId.get(s[i] as number)?.key ?? '']: w?.[i] ?? v[i] ?? null } }));

/** The payload of a message, in a form that can be decoded again. */
const toPayload = ({ c = [], p = [], ...points }: MeasuredPoints, byId: ReadonlyMap<number, { key: string }>) => [
  ...toEntries(points, byId),
  ...c.flatMap(({ n: channel, ...values }) => toEntries(values, byId).map((entry) => ({ channel, ...entry }))),
  ...p.map(({ time: ts, motion: _, ...position }) => ({ ts, position })),
];
