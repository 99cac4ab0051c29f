import { z } from 'zod';
import { command } from '#core/commands/common/command.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';
import { groupNumber } from '../commands.ts';
import { keptFromPolice } from './kept-from-police.ts';
import { arming, commandParams, panel } from './panel.ts';
import { armModes, groupStates } from './words.ts';

const fields = z.object({
  number: groupNumber,
  name: requiredText(60),
  modes: z.array(z.enum(armModes)).min(1, 'Required').max(armModes.length),
  /** How long after the expected time no alarm says that it is not armed. */
  graceMinutes: z.number('Required').int().min(0, 'outOfRange').max(120, 'outOfRange'),
  /** The hours in which it may be disarmed; null: it is never expected to be armed. */
  scheduleId: id().nullable(),
});

/** A part of the premises that is armed by itself. */
export const panelGroup = keptFromPolice(defineEntity('defcon.group', { fields }));

export const groupRow = z.object({
  id: z.number(),
  panelId: z.number(),
  number: z.number(),
  /** Null until somebody has named it. */
  name: z.string().nullable(),
  modes: z.array(z.enum(armModes)),
  graceMinutes: z.number(),
  schedule: z.object({ id: z.number(), name: z.string() }).nullable(),
  state: z.enum(groupStates),
  stateAt: z.string().nullable(),
  /** The name of the panel user who caused the state, or the number of the slot. */
  stateBy: z.string().nullable(),
  zones: z.number(),
  /** Numbers and names of zones that are open now and not bypassed. */
  open: z.array(z.object({ number: z.number(), name: z.string().nullable(), bypassable: z.boolean() })),
});
export type PanelGroup = z.infer<typeof groupRow>;

const all = '/panel/{panelId}/group';
const one = '/panel/{panelId}/group/{id}';

export const groupRoutes = {
  list: route.get(all, { access: panel.can('read'), tokens: true, reply: z.array(groupRow) }),
  create: route.post(all, { access: panelGroup.can('create'), body: fields, reply: groupRow }),
  get: route.get(one, { access: panel.can('read'), reply: groupRow }),
  update: route.put(one, { access: panelGroup.can('update'), body: fields, reply: groupRow }),
  /** 409 `group-armed`, `group-has-zones`. */
  remove: route.delete(one, { access: panelGroup.can('delete') }),
  history: historyRoute(panelGroup.name, one),
  /** Gives the group exactly these zones. */
  zones: route.post(`${one}/device`, {
    access: panelGroup.can('update'),
    body: z.object({ zoneIds: z.array(id()).max(200, 'tooLong') }),
    reply: groupRow,
    status: 200,
  }),
  command: route.post(`${one}/command`, {
    access: arming,
    body: z.object({
      method: z.enum(['arm', 'disarm']),
      params: commandParams,
    }),
    reply: command,
    idempotent: true,
  }),
  /** Arms by groups, or the panel as a whole. 409 `group-armed` unless all are disarmed. */
  mode: route.post(`${all}/activate`, {
    access: panelGroup.can('update'),
    body: z.object({ active: z.boolean() }),
    reply: z.array(groupRow),
    status: 200,
  }),
};
