import { z } from 'zod';
import type { Guard } from '#core/devices/common/manifest.ts';
import { traccarCommands, traccarRoles } from '#core/integrations/common/traccar-commands.ts';
import type { AppManifest } from '#platform/common/define-app.ts';

const switches = [902];
const standing: readonly Guard[] = [
  { position: true, olderThan: 60, code: '90020411', word: 'position-old' },
  { position: true, above: 5, code: '90020412', word: 'moving' },
  { sensor: 'byHand', is: true, code: '90020409', word: 'by-hand' },
];

export const sampleCommands = {
  ...traccarCommands(switches),
  switch: {
    params: z.strictObject({ on: z.boolean() }),
    fields: { on: { kind: 'boolean', default: true } },
    solutions: switches,
    confirm: true,
    automatic: { on: [false] },
    unless: { sensor: 'byHand', is: true, code: '90020409', word: 'by-hand' },
  },
  /** Only while it stands, by a recent position. */
  tip: { params: z.strictObject({}), solutions: switches, unless: standing },
  halt: { params: z.strictObject({}), solutions: switches, unless: standing, waitSeconds: 1800 },
  /** Confirmed by the level that the device reports. */
  fill: {
    params: z.strictObject({ level: z.number() }),
    solutions: [901],
    confirmed: { sensor: 'level', is: { param: 'level' }, tolerance: 0.2, within: 60, alarm: 'not-followed' },
  },
  mode: {
    params: z.strictObject({ mode: z.enum(['day', 'night']) }),
    solutions: switches,
    absent: 'hold',
    confirmed: { sensor: 'mode', is: { param: 'mode' }, within: 60 },
  },
  selfTest: {
    params: z.strictObject({}),
    solutions: switches,
    absent: { code: '90020403', word: 'asleep' },
    confirmed: { attribute: 'selfTest', is: 'passed', within: 60 },
  },
  unlock: {
    params: z.strictObject({}),
    ability: 'unlock',
    solutions: switches,
    first: true,
    expires: { default: 10, max: 300 },
  },
  ping: { params: z.strictObject({ port: z.number().optional() }), key: 'port', automatic: true },
} as const satisfies AppManifest['commands'];

export const commandRoles = { 'device.unlock': 'Operator', ...traccarRoles } as const;
