import { silenceSeconds } from '#core/devices/common/models/reporting.ts';
import {
  type CachedDevice,
  type DeviceDirectory,
  type HeardDevice,
  type SeenPath,
  seenEveryMs,
} from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { MeasuredPoints } from '../measured-points.ts';
import { newestMotions } from './motion.ts';

/** Which devices have been heard, and until when they may be silent. */
export class HeardDevices {
  private readonly seenAt = new Map<number, number>();
  private readonly kit: Kit;
  private readonly directory: DeviceDirectory;

  constructor(kit: Kit, directory: DeviceDirectory) {
    this.kit = kit;
    this.directory = directory;
  }

  /**
   * The devices of messages that were last recorded some time ago, or whose motion has changed, in the order of their ids.
   * `now` is a monotonic time in milliseconds.
   */
  due(messages: readonly MeasuredPoints[], now: number): HeardDevice[] {
    const motions = newestMotions(this.kit, messages, (id) => this.directory.peek(id));
    const hasTurned = (id: number) => {
      const motion = motions.get(id);
      return motion !== undefined && motion.moving !== this.directory.peek(id)?.moving;
    };
    const ids = new Set<number>();
    for (const { d } of messages)
      if ((this.seenAt.get(d) ?? Number.NEGATIVE_INFINITY) < now - seenEveryMs || hasTurned(d)) ids.add(d);
    return [...ids]
      .sort((a, b) => a - b)
      .flatMap((id) => {
        const device = this.directory.peek(id);
        const motion = motions.get(id) ?? null;
        if (!device) return [];
        const seconds = silenceSeconds(device, motion?.moving ?? device.moving);
        return { id, offlineAfterMs: seconds * 1000 + seenEveryMs, motion };
      });
  }

  /** Takes devices whose records are committed. */
  recorded(seen: readonly HeardDevice[], now: number): void {
    for (const { id, motion } of seen) {
      this.seenAt.set(id, now);
      const device = motion && this.directory.peek(id);
      if (device) Object.assign(device, { moving: motion.moving, movingAt: motion.at });
    }
  }
}

export type KnownDevice = (id: number) => CachedDevice | undefined;

/** The paths on which messages came. */
export const pathsOn = (messages: readonly MeasuredPoints[], deviceOf: KnownDevice): SeenPath[] =>
  messages.flatMap(({ d: deviceId, l }) => {
    const device = deviceOf(deviceId);
    const lines = l ?? (device?.usualPath ? [device.usualPath] : []);
    return lines.flatMap((line) => {
      const supervisionSeconds = device?.paths.get(line);
      return supervisionSeconds === undefined ? [] : { deviceId, line, supervisionSeconds };
    });
  });
