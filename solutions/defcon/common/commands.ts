import { z } from 'zod';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { armModes } from './panel/words.ts';

/** Ids of the models that are control panels. */
export const panelModels: readonly number[] = [2101, 2102];

const offline = { code: '21020409', word: 'panel-offline' } as const;
/** A state that people wait for at the door: it is sent at once or not at all, and never again later. */
const atOnce = {
  models: panelModels,
  absent: offline,
  once: true,
  first: true,
  expires: { default: 20, max: 60 },
} as const;

export const groupNumber = z.number('Required').int().min(1, 'outOfRange').max(64, 'outOfRange');
export const zoneNumber = z.number('Required').int().min(1, 'outOfRange').max(999, 'outOfRange');

/** The networks on which a panel can report. */
export const networks = ['ethernet', 'wifi', 'cellular'] as const;
/** People send them by calls of their own. */
const ofNetwork = { models: panelModels, absent: offline, internal: true, once: true } as const;

/**
 * The commands of control panels. Those that arm and disarm are confirmed by the state that the panel reports for the
 * group, whatever it has answered.
 */
export const commands = {
  arm: {
    ...atOnce,
    params: z.strictObject({
      group: groupNumber,
      mode: z.enum(armModes),
      /** Zones that are left out of this armed period: those that the person has seen to be open. */
      bypass: z.array(zoneNumber).max(64, 'tooLong').default([]),
    }),
    ability: 'arm',
    changes: 'arming',
    key: 'group',
    confirmed: { attribute: 'armed', entry: { param: 'group' }, within: 20 },
  },
  disarm: {
    ...atOnce,
    params: z.strictObject({ group: groupNumber }),
    ability: 'disarm',
    proof: true,
    changes: 'arming',
    key: 'group',
    confirmed: { attribute: 'disarmed', entry: { param: 'group' }, within: 20 },
  },
  bypass: {
    ...atOnce,
    params: z.strictObject({ zone: zoneNumber }),
    ability: 'bypass',
    changes: 'bypass',
    key: 'zone',
    confirmed: { attribute: 'bypassed', entry: { param: 'zone' }, within: 20 },
  },
  unbypass: {
    ...atOnce,
    params: z.strictObject({ zone: zoneNumber }),
    ability: 'bypass',
    changes: 'bypass',
    key: 'zone',
    confirmed: { attribute: 'watched', entry: { param: 'zone' }, within: 20 },
  },
  'siren-off': { ...atOnce, params: z.strictObject({}) },
  /** Answered with the networks that the panel receives. */
  'wifi-scan': { ...ofNetwork, params: z.strictObject({}), expires: { default: 30 } },
  'wifi-join': {
    ...ofNetwork,
    params: z.strictObject({
      ssid: z.string().min(1, 'Required').max(32, 'tooLong'),
      password: z.string().min(8, 'wifiPassword').max(63, 'wifiPassword'),
    }),
    secret: ['password'],
    changes: 'network',
    expires: { default: 120 },
  },
  /** A panel that does not reach us on the other network returns to the one before by itself, and reports no other path. */
  'network-switch': {
    ...ofNetwork,
    params: z.strictObject({ path: z.enum(networks) }),
    changes: 'network',
    expires: { default: 30 },
    confirmed: { attribute: 'path', is: { param: 'path' }, within: 60 },
  },
  /** The panel reports its whole state. */
  sync: { models: panelModels, params: z.strictObject({}), expires: { default: 30 } },
  reboot: {
    models: panelModels,
    params: z.strictObject({}),
    ability: 'reboot',
    confirm: true,
    expires: { default: 120 },
  },
} satisfies Record<string, CommandSpec>;
