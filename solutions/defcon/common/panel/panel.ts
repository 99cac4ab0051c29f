import { z } from 'zod';
import { command } from '#core/commands/common/command.ts';
import { newOwner } from '#core/devices/common/owner.ts';
import { serialNumber } from '#core/devices/common/serial.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { day, id, requiredText, textOfLength } from '#platform/common/validation/validation.ts';
import { commands } from '../commands.ts';
import { siaAccount, siaAccountInput, siaTrouble, siaTroubles } from '../sia.ts';
import { keptFromPolice } from './kept-from-police.ts';
import { wifiScan } from './network.ts';
import { panelPaths, pathsInput } from './path.ts';
import { groupStates, services, testScopes, transports } from './words.ts';

const named = z.object({ id: z.number(), name: z.string() });
const delay = z.number('Required').int().min(0, 'outOfRange').max(240, 'outOfRange');

/** What people enter about a panel. Its name and place are those of its device. */
const fields = z.object({
  groupMode: z.boolean(),
  grade: z.number().int().min(1, 'outOfRange').max(4, 'outOfRange').nullable(),
  entryDelay: delay,
  exitDelay: delay,
  policeResponse: z.boolean(),
  permitNo: textOfLength({ max: 40 }).nullable(),
  permitExpiresOn: day().nullable(),
  /** How often it sends a test report; null: none is expected. */
  testEveryHours: z.number().int().min(1, 'outOfRange').max(744, 'outOfRange').nullable(),
});

/** Abilities go by the site of the panel. */
export const panel = keptFromPolice(
  defineEntity('defcon.panel', {
    fields,
    roles: {
      arm: 'Operator',
      disarm: 'Operator',
      panic: 'Viewer',
      link: 'Admin',
      service: 'Admin',
      test: 'Operator',
      network: 'Admin',
    },
  }),
);

/** What is wrong with a panel, the gravest first. */
export const troubles = ['offline', 'tamper', 'mains', 'path', 'fault', 'missing', 'battery', ...siaTroubles] as const;

const groupOfPanel = z.object({
  id: z.number(),
  number: z.number(),
  name: z.string().nullable(),
  state: z.enum(groupStates),
  stateAt: z.string().nullable(),
});

export const panelRow = fields.extend({
  /** That of its device. */
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  serial: z.string(),
  transport: z.enum(transports),
  service: z.enum(services),
  structure: named.nullable(),
  floor: named.nullable(),
  space: named.nullable(),
  connection: z.string(),
  mains: z.boolean().nullable(),
  path: z.string().nullable(),
  lastEventAt: z.string().nullable(),
  testUntil: z.string().nullable(),
  testScope: z.enum(testScopes).nullable(),
  groups: z.array(groupOfPanel),
  zones: z.number(),
  openZones: z.number(),
  troubles: z.array(z.enum(troubles)),
  /** Of people and dangers, as far as the caller may read them. */
  openAlarms: z.number(),
  /** What its company has set for those who order it from afar. */
  remoteDisarm: z.boolean(),
  panicHold: z.boolean(),
  /** Whether the caller's company may order it: the owner may, and a security company if its contract allows it. */
  arms: z.boolean(),
  disarms: z.boolean(),
});
export type Panel = z.infer<typeof panelRow>;
export type GroupOfPanel = z.infer<typeof groupOfPanel>;

export const panelList = {
  search: ['name', 'serial'],
  filter: ['structureId', 'groupState', 'service', 'connection', 'companyId', 'troubled'],
  valuesOnly: ['structureId', 'groupState', 'service', 'connection', 'companyId', 'troubled'],
  sort: ['name', 'lastEventAt', 'openAlarms', 'id'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

/** Why a panel cannot be taken into service. */
export const missingParts = ['site', 'zones', 'call-list', 'test', 'subscription'] as const;
export type MissingPart = (typeof missingParts)[number];

const one = '/panel/{id}';
const reason = requiredText(500);
/** Those of the command in `commands.ts`, with `groups` in place of its `group`. */
export const commandParams = z.record(z.string().max(60, 'tooLong'), z.json()).default({});
const reading = panel.can('read');
/** A security company disarms by an ability of its own, which its contract names as well. */
export const arming = { or: [panel.can('arm'), panel.can('disarm')] };

export const panelRoutes = {
  list: route.list('/panel', { access: reading, tokens: true, reply: panelRow, list: panelList }),
  get: route.get(one, { access: reading, tokens: true, reply: panelRow }),
  update: route.patch(one, { access: panel.can('update'), body: fields.partial(), reply: panelRow }),
  /** For a panel that was linked by mistake. 409 `has-history` unless it is unlinked and has reported nothing. */
  remove: route.delete(one, { access: panel.can('delete') }),
  /** Makes a device of the inventory a panel at a site. Another panel may hand its groups, zones and users over to it. */
  link: route.post('/panel/link', {
    access: panel.can('link'),
    body: z.object({
      serial: serialNumber(),
      name: requiredText(120).optional(),
      structureId: id().optional(),
      replaces: id().optional(),
    }),
    reply: panelRow,
    idempotent: true,
  }),
  unlink: route.post('/panel/unlink', {
    access: panel.can('link'),
    body: z.object({ panelId: id(), reason }),
    reply: panelRow,
    status: 200,
  }),
  /** Takes the panel into service: from then on its events are incidents. 409 `panel-incomplete {missing}`. */
  activate: route.post(`${one}/activate`, {
    access: panel.can('service'),
    body: z.object({ skipTest: z.boolean().default(false), reason: reason.optional() }),
    reply: panelRow,
    status: 200,
  }),
  /** Takes it out of service; its open incidents end. Armed groups refuse without `force`. */
  deactivate: route.delete(`${one}/deactivate`, {
    access: panel.can('service'),
    query: z.object({ reason, force: z.stringbool().default(false) }),
  }),
  /** Until it ends, events of zones (`zones`) or all events (`all`) are only logged; `minutes` 0 ends it. */
  test: route.post(`${one}/test`, {
    access: panel.can('test'),
    body: z.object({
      minutes: z.number('Required').int().min(0, 'outOfRange').max(480, 'outOfRange'),
      scope: z.enum(testScopes).default('zones'),
    }),
    reply: panelRow,
    status: 200,
  }),
  /** By which account the panel reports over SIA DC-09; null if it does not. A key is never shown. */
  sia: route.get(`${one}/sia`, {
    access: panel.can('update'),
    reply: siaAccount.extend({ troubles: z.array(siaTrouble) }).nullable(),
  }),
  setSia: route.put(`${one}/sia`, { access: panel.can('update'), body: siaAccountInput, reply: siaAccount }),
  removeSia: route.delete(`${one}/sia`, { access: panel.can('update') }),
  /** The paths on which the panel reports, and how long it may be silent on each. */
  paths: route.get(`${one}/path`, { access: reading, tokens: true, reply: panelPaths }),
  setPaths: route.put(`${one}/path`, { access: panel.can('update'), body: pathsInput, reply: panelPaths }),
  /** The networks that the panel receives. A look that is older than a minute has it look again. */
  wifiScan: route.get(`${one}/wifi-scan`, { access: panel.can('network'), reply: wifiScan }),
  wifiJoin: route.post(`${one}/wifi-join`, {
    access: panel.can('network'),
    body: commands['wifi-join'].params,
    reply: command,
    idempotent: true,
  }),
  /** Confirmed once the panel reports on the other path, within a minute. */
  networkSwitch: route.post(`${one}/network-switch`, {
    access: panel.can('network'),
    body: commands['network-switch'].params,
    reply: command,
    idempotent: true,
  }),
  /** Gives the panel to another company, as a new one without history. `confirmName` is its name. */
  ownership: route.patch(`${one}/ownership`, {
    access: panel.can('transfer'),
    body: z.object({ customerId: id(), reason, confirmName: requiredText(120) }),
    reply: newOwner,
    idempotent: true,
  }),
  /** Arms or disarms several groups; all of them without `groups`. */
  command: route.post(`${one}/command`, {
    access: arming,
    body: z.object({
      method: z.enum(['arm', 'disarm']),
      params: commandParams,
    }),
    reply: z.array(command),
    idempotent: true,
  }),
  /** A call for help: an incident at once, whether or not the panel is online. */
  panic: route.post(`${one}/panic`, {
    access: panel.can('panic'),
    body: z.object({ groupId: id().optional(), kind: z.enum(['audible', 'silent']).default('audible') }),
    reply: z.object({ alarmId: z.number() }),
    idempotent: true,
    limitPerMinute: 3,
    limitBy: 'person',
  }),
};
