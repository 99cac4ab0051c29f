import { z } from 'zod';
import type { ListSpec } from '#platform/common/list.ts';
import { connections } from './connection.ts';

/** The kinds of log lines. The locales have a text for each under `log.*`. */
export const deviceLogKinds = [
  'added',
  'installed',
  'imported',
  'moved',
  'replayed',
  'replayed-edited',
  'returned',
  'removed',
  'renamed',
  'credential-renewed',
  'command',
  'command-cancelled',
  'suspended',
  'resumed',
  'supervised',
  'path-lost',
  'path-restored',
  'transferred',
  'provisioned',
  'received',
  'token-assigned',
  'token-moved',
  'token-activated',
  'template-applied',
  'template-detached',
  'value-accepted',
  'codec-version',
  'network-join',
  'network-location',
  'network-log',
  ...connections,
] as const;

export const deviceLogLine = z.object({
  id: z.number(),
  at: z.string(),
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
