import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { trapFields } from './trap.ts';

const named = z.object({ id: z.number(), name: z.string() });
export const trapStates = ['armed', 'sprung'] as const;

export const trapRow = trapFields.extend({
  /** That of its device. */
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  structure: named.nullable(),
  floor: named.nullable(),
  space: named.nullable(),
  state: z.enum(trapStates),
  /** Since when; null if it has not reported any. */
  since: z.string().nullable(),
  lastHitAt: z.string().nullable(),
  /** Activations of the last 28 days, without those that were false or service. */
  hits: z.number(),
  battery: z.number().nullable(),
  /** It has missed three reports. */
  silent: z.boolean(),
  /** It holds as many catches as it can since its last service. */
  full: z.boolean(),
  needsHand: z.boolean(),
});
export type Trap = z.infer<typeof trapRow>;

const trapList = {
  search: ['name'],
  filter: ['id', 'structureId', 'zone', 'kind', 'state', 'needsHand'],
  valuesOnly: ['id', 'structureId', 'zone', 'kind', 'state', 'needsHand'],
  sort: ['number', 'name', 'lastHitAt', 'hits'],
  defaultSort: ['number', 'asc'],
} as const satisfies ListSpec;

/** Traps that are installed. */
export const trapRoutes = {
  list: route.list('/trap', { access: canDo('rodent.device', 'read'), tokens: true, reply: trapRow, list: trapList }),
  /** Operators change the lure, people who may change the device everything. */
  update: route.patch('/trap/{id}', {
    access: canDo('rodent.trap', 'update'),
    body: trapFields.partial(),
    reply: trapRow,
  }),
};
