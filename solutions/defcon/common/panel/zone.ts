import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText, textOfLength } from '#platform/common/validation/validation.ts';
import { groupNumber, zoneNumber } from '../commands.ts';
import { keptFromPolice } from './kept-from-police.ts';
import { panel } from './panel.ts';
import { detectors, isProtected, reactions } from './words.ts';

const shape = z.object({
  number: zoneNumber,
  name: requiredText(60),
  groups: z.array(groupNumber).max(8, 'tooLong'),
  detector: z.enum(detectors, 'Required'),
  reaction: z.enum(reactions, 'Required'),
  bypassable: z.boolean(),
  confirmUnit: textOfLength({ max: 20 }).nullable(),
  spaceId: id().nullable(),
  deviceId: id().nullable(),
});
const fields = shape.refine(({ reaction, bypassable }) => !bypassable || !isProtected(reaction), {
  path: ['bypassable'],
  message: 'protectedZone',
});

/** One input of a panel. */
export const panelZone = keptFromPolice(defineEntity('defcon.zone', { fields: shape }));
export type ZoneFields = z.infer<typeof fields>;

const named = z.object({ id: z.number(), name: z.string() });
export const zoneRow = panelZone.row.omit({ spaceId: true, deviceId: true }).extend({
  panelId: z.number(),
  /** Null until somebody has named it. */
  name: z.string().nullable(),
  space: named.nullable(),
  device: named.nullable(),
  open: z.boolean(),
  tamper: z.boolean(),
  fault: z.boolean(),
  missing: z.boolean(),
  bypassed: z.boolean(),
  battery: z.number().nullable(),
  changedAt: z.string().nullable(),
});
export type Zone = z.infer<typeof zoneRow>;

export const zoneList = {
  search: ['name', 'number'],
  filter: ['detector', 'reaction', 'open', 'bypassed', 'tamper', 'fault', 'missing'],
  sort: ['number', 'name', 'changedAt'],
  defaultSort: ['number', 'asc'],
} as const satisfies ListSpec;

const all = '/panel/{panelId}/device';
const one = '/panel/{panelId}/device/{id}';

export const zoneRoutes = {
  list: route.list(all, { access: panel.can('read'), tokens: true, reply: zoneRow, list: zoneList }),
  create: route.post(all, { access: panelZone.can('create'), body: fields, reply: zoneRow }),
  get: route.get(one, { access: panel.can('read'), reply: zoneRow }),
  update: route.put(one, { access: panelZone.can('update'), body: fields, reply: zoneRow }),
  remove: route.delete(one, { access: panelZone.can('delete') }),
  history: historyRoute(panelZone.name, one),
};
