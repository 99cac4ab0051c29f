import type { LiveEvent } from '#platform/web/client/live/live.ts';
import type { DeviceChannel } from '../../common/channel.ts';
import { deviceTopic, type MeasuredValue } from '../patch-device.ts';

type ChannelsEvent = { id: number; values: (MeasuredValue & { channel: string })[] };

/**
 * The channels of a device after a live event about it; null if a channel of the event is not among them. Older values
 * are ignored.
 */
export function withChannelValues(
  channels: readonly DeviceChannel[],
  event: LiveEvent,
  deviceId: number,
): DeviceChannel[] | null {
  if (event.topic !== deviceTopic(deviceId) || event.type !== 'channels') return [...channels];
  const reported = Map.groupBy((event.data as ChannelsEvent).values, ({ channel }) => channel);
  const known = new Set(channels.map(({ channel }) => channel));
  if ([...reported.keys()].some((channel) => !known.has(channel))) return null;
  return channels.map(({ channel, values }) => {
    // In the order of their time: the last one is the newest.
    const newest = new Map(reported.get(channel)?.map((value) => [value.sensor, value]));
    return {
      channel,
      values: values.map((current) => {
        const next = newest.get(current.sensor);
        if (!next || (current.time && Date.parse(current.time) >= next.time)) return current;
        return { ...current, value: next.value, time: new Date(next.time).toISOString() };
      }),
    };
  });
}
