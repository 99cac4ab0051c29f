import { z } from 'zod';
import type { ListSpec } from '#platform/common/list.ts';
import { nameRegistry } from '#platform/common/registry/registry.ts';
import './manifest.ts';

/** The kinds of lines in logs of devices that slices declare. */
export const deviceLogKinds = nameRegistry('kind of device log lines', (app) => app.deviceLogKinds);

export const deviceLogLine = z.object({
  id: z.number(),
  at: z.string(),
  /** One of `deviceLogKinds` of a slice, also one that no slice declares any more. */
  kind: z.string(),
  actor: z.string().nullable(),
  /** Who impersonated that person. */
  impersonatedBy: z.string().nullable(),
  data: z.record(z.string(), z.json()),
  /** The previous and the new place, for lines about a change of the place. */
  fromPlace: z.string().nullable(),
  toPlace: z.string().nullable(),
});
export type DeviceLogLine = z.infer<typeof deviceLogLine>;

export const logList = {
  filter: ['kind', 'at'],
  sort: ['at', 'id'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;
