import { z } from 'zod';
import type { ListSpec } from '#platform/common/list.ts';

/** An event at a device. Its model declares the kinds with the shape of their data. */
export type DeviceEvent = {
  /** The id that the device gave it, else a hash of its content: an event that is sent again is stored once. */
  key: string;
  kind: string;
  /** Milliseconds since 1970, by the device's clock. */
  time: number;
  data: Readonly<Record<string, unknown>>;
};

export const shownEvent = z.object({
  id: z.number(),
  kind: z.string(),
  /** By the device's clock. */
  time: z.string(),
  receivedAt: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type ShownEvent = z.infer<typeof shownEvent>;

export const eventList = {
  filter: ['kind', 'time'],
  sort: ['time'],
  defaultSort: ['time', 'desc'],
} as const satisfies ListSpec;
