import {
  activeAt,
  type ChannelValue,
  type Connected,
  type DeviceDirectory,
  sensorRegistry,
  valueOf,
} from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { StoredEvent } from '../events.ts';
import type { MeasuredPoints } from '../measured-points.ts';

type Committed = {
  newPoints: readonly MeasuredPoints[];
  channels: readonly ChannelValue[];
  events: readonly StoredEvent[];
  connected: readonly Connected[];
  /** The work of the listeners after the commit. */
  afterCommit: readonly (() => void)[];
};

/** Publishes batches of messages to the people who view their devices. */
export class BatchPublisher {
  private readonly kit: Kit;
  private readonly directory: DeviceDirectory;

  constructor(kit: Kit, directory: DeviceDirectory) {
    this.kit = kit;
    this.directory = directory;
  }

  /** Publishes the committed batch. An error here must not fail messages that are stored. */
  publish({ newPoints, channels, events, connected, afterCommit }: Committed): void {
    try {
      for (const { id, connection } of connected) {
        const companyId = this.directory.peek(id)?.companyId ?? null;
        this.kit.live.publish({ topic: 'devices', type: connection, companyId, data: { id } });
      }
      for (const work of afterCommit) work();
      this.publishValues(newPoints);
      this.publishChannels(channels);
      for (const { deviceId: id, kind, time, data } of events) this.publishOf(id, 'event', { id, kind, time, data });
    } catch (error) {
      this.kit.log.error({ err: error }, 'a committed batch could not be published');
    }
  }

  private publishValues(messages: readonly MeasuredPoints[]): void {
    const { byId } = sensorRegistry(this.kit.apps);
    for (const { d, t, s, v, w } of messages) {
      if (!this.kit.live.wanted(`device:${d}`)) continue;
      const values = s.map((id, i) => ({
        sensor: byId.get(id)?.key,
        time: t[i],
        value: valueOf(byId.get(id), v[i] ?? null, w?.[i] ?? null),
      }));
      this.publishOf(d, 'values', { id: d, values });
    }
  }

  private publishChannels(channels: readonly ChannelValue[]): void {
    const { byId } = sensorRegistry(this.kit.apps);
    for (const [id, ofDevice] of Map.groupBy(channels, ({ deviceId }) => deviceId)) {
      const values = ofDevice.map(({ channel, sensorId, time, value, word }) => {
        const sensor = byId.get(sensorId);
        return { channel, sensor: sensor?.key, time, value: valueOf(sensor, value, word) };
      });
      this.publishOf(id, 'channels', { id, values });
    }
  }

  /** Publishes the reports of a device to the people who view it. */
  private publishOf(id: number, type: 'values' | 'channels' | 'event', data: object): void {
    const topic = `device:${id}`;
    if (!this.kit.live.wanted(topic)) return;
    const device = this.directory.peek(id);
    if (!device || !activeAt(device, Date.now())) return;
    this.kit.live.publish({ topic, type, companyId: device.companyId, data });
  }
}
