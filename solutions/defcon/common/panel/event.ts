import { z } from 'zod';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { panel } from './panel.ts';
import { qualifiers } from './words.ts';

export const eventSources = ['mqtt', 'sia', 'app', 'system'] as const;

export const panelEventRow = z.object({
  id: z.number(),
  at: z.string(),
  receivedAt: z.string(),
  /** It arrived more than 15 minutes after it happened. */
  late: z.boolean(),
  source: z.enum(eventSources),
  /** Two letters of SIA, three digits of Contact ID, or a word of this app. */
  code: z.string(),
  qualifier: z.enum(qualifiers),
  group: z.object({ number: z.number(), name: z.string().nullable() }).nullable(),
  zone: z.object({ number: z.number(), name: z.string().nullable() }).nullable(),
  /** The name of the panel user, or the number of the slot. */
  user: z.string().nullable(),
  text: z.string().nullable(),
  data: z.record(z.string(), z.json()),
  alarmId: z.number().nullable(),
});
export type PanelEvent = z.infer<typeof panelEventRow>;

export const eventList = {
  filter: ['code', 'qualifier', 'source', 'at', 'zone'],
  sort: ['at'],
  defaultSort: ['at', 'desc'],
} as const satisfies ListSpec;

export const eventRoutes = {
  /** The log of a panel. */
  list: route.list('/panel/{id}/event', {
    access: panel.can('read'),
    tokens: true,
    reply: panelEventRow,
    list: eventList,
  }),
};
