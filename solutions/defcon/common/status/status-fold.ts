import { z } from 'zod';
import { severities } from '#core/alarms/common/severity.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';

/** From so many alarms of a kind on, each at most a minute after the one before, they are shown as one row. */
export const foldFrom = 5;

/** One open status alarm, or many that have one cause. */
const statusFold = z.object({
  /** The first alarm of it. */
  id: z.number(),
  kind: z.string(),
  severity: z.enum(severities),
  count: z.number(),
  /** How many of them nobody has acknowledged. */
  waiting: z.number(),
  /** The name of what a single one is about; of many, the path that all of them have lost. */
  subject: z.string().nullable(),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type StatusFold = z.infer<typeof statusFold>;

export const statusFoldList = {
  filter: ['kind'],
  valuesOnly: ['kind'],
  sort: ['lastAt'],
  defaultSort: ['lastAt', 'desc'],
} as const satisfies ListSpec;

export const statusFoldRoutes = {
  list: route.list('/alarm/status/folded', {
    access: canDo('defcon.status-alarm', 'read'),
    reply: statusFold,
    list: statusFoldList,
  }),
};
