import { z } from 'zod';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { type ModelSetting, paramsOf } from '#core/devices/common/models/model-settings.ts';

export const controlUnit = 10;
export const flowDetector = 3;
export const waterMeter = 8;
const [indoorAir, gasDetector] = [4, 6];
const meters = [7, waterMeter, 9, 17];

/** What moves water or power. A unit that is operated by hand refuses it. */
const moves = {
  solutions: [controlUnit],
  absent: 'hold',
  confirm: true,
  unless: { sensor: 'manualMode', is: true, code: '02020409', word: 'manual-mode' },
} as const satisfies Partial<CommandSpec>;
const refused = { code: '02020403', word: 'device-asleep' } as const;
const weekSeconds = 7 * 86_400;

/** A command whose parameters all are inputs of its form. */
const withFields = (fields: Readonly<Record<string, ModelSetting>>) => ({ fields, params: paramsOf(fields) });
const plain = withFields({});
const range = (unit: string, min: number, max: number, initial: number): ModelSetting => ({
  kind: 'number',
  unit,
  min,
  max,
  default: initial,
});
const onOff: ModelSetting = { kind: 'boolean', default: true };

/** Only what closes or switches off is automatic: nothing opens or starts by itself. */
export const commands = {
  valve: {
    ...moves,
    ...withFields({ position: { kind: 'choice', options: ['open', 'closed'], default: 'closed' } }),
    changes: 'valve',
    expires: { default: 60, min: 5, max: weekSeconds },
    confirmed: { sensor: 'valve', is: { param: 'position' }, within: 60, alarm: 'valve-not-following' },
    automatic: { position: ['closed'] },
  },
  setPosition: {
    ...moves,
    ...withFields({ percent: range('%', 0, 100, 50) }),
    changes: 'valve',
    confirmed: {
      sensor: 'valvePosition',
      is: { param: 'percent' },
      tolerance: 3,
      within: 120,
      alarm: 'valve-not-following',
    },
  },
  relay: {
    ...moves,
    params: z.strictObject({
      on: z.boolean('Required'),
      forSeconds: z
        .number('enterANumber')
        .int('enterANumber')
        .min(1, 'outOfRange')
        .max(86_400, 'outOfRange')
        .optional(),
    }),
    fields: { on: onOff },
    confirmed: { sensor: 'relay', is: { param: 'on' }, within: 15 },
    automatic: { on: [false] },
  },
  pump: {
    ...moves,
    ...withFields({ on: onOff }),
    confirmed: { sensor: 'pump', is: { param: 'on' }, within: 15 },
    automatic: { on: [false] },
  },
  manualMode: {
    ...withFields({ on: onOff }),
    solutions: [controlUnit],
    ability: 'update',
    absent: 'hold',
    confirm: true,
    confirmed: { sensor: 'manualMode', is: { param: 'on' }, within: 60 },
  },
  resetLeak: {
    ...plain,
    solutions: [flowDetector],
    absent: 'hold',
    expires: { default: 300 },
    confirmed: { sensor: 'leak', is: false, within: 300 },
  },
  readNow: {
    ...plain,
    solutions: meters,
    absent: 'hold',
    expires: { default: 1800 },
    confirmed: { within: 1800 },
    automatic: true,
  },
  silence: {
    ...withFields({ minutes: range('min', 1, 30, 10) }),
    solutions: [gasDetector],
    absent: refused,
    confirmed: { attribute: 'silencedMinutes', is: { param: 'minutes' }, within: 60 },
  },
  selfTest: {
    ...plain,
    solutions: [gasDetector],
    absent: refused,
    confirmed: { attribute: 'selfTest', is: 'passed', within: 60 },
  },
  calibrateCo2: {
    ...withFields({ ppm: range('ppm', 400, 2000, 420) }),
    solutions: [indoorAir],
    ability: 'update',
    absent: 'hold',
    confirm: true,
    expires: { default: 86_400 },
    confirmed: { attribute: 'co2Calibration', is: { param: 'ppm' }, within: 600 },
  },
  reboot: { ...plain, absent: refused, confirm: true, confirmed: { attribute: 'uptime', within: 300 } },
  ping: { ...plain, absent: refused },
} satisfies Readonly<Record<string, CommandSpec>>;
