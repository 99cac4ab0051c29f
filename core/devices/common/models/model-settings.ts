import { z } from 'zod';
import { numberWithin } from '#platform/common/validation/validation.ts';
import type { CommandSpec, HardwareModel } from '../manifest.ts';

/** Something that can be set on devices of a model. */
export const modelSetting = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('number'),
    unit: z.string().optional(),
    min: z.number(),
    max: z.number(),
    default: z.number(),
  }),
  z.object({ kind: z.literal('boolean'), default: z.boolean() }),
  /** Names of the options: `values.<key>.<option>` of the app. */
  z.object({ kind: z.literal('choice'), options: z.array(z.string()).readonly(), default: z.string() }),
]);
export type ModelSetting = z.infer<typeof modelSetting>;
export type SettingValue = number | boolean | string;

export const reportInterval = z.union([z.object({ min: z.number(), max: z.number() }), z.array(z.number()).readonly()]);
/** Reporting intervals in seconds: a range or a list. */
export type ReportInterval = z.infer<typeof reportInterval>;

/** The configuration of a device, as it reports it under the attribute `config`: the interval and the settings. */
export type DeviceConfig = Readonly<Record<string, SettingValue>>;
type Configurable = Pick<HardwareModel, 'interval' | 'settings'>;

function valueSchema(setting: ModelSetting): z.ZodType<SettingValue> {
  if (setting.kind === 'number') return numberWithin(setting.min, setting.max);
  if (setting.kind === 'boolean') return z.boolean('Required');
  return z.enum(setting.options as [string, ...string[]], 'invalid');
}

/** The settings of a model; each may be left out. */
export const settingsSchema = ({ settings = {} }: Configurable) =>
  z.strictObject(
    Object.fromEntries(Object.entries(settings).map(([key, setting]) => [key, valueSchema(setting).optional()])),
  );

/** The parameters of a command as its fields describe them; each is required. */
export const paramsOf = (fields: Readonly<Record<string, ModelSetting>>) =>
  z.strictObject(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, valueSchema(field)])));

/** The reporting interval of a model in seconds. A model with a fixed interval allows none. */
export function intervalSchema({ interval }: Configurable): z.ZodType<number> {
  if (!interval) return z.never('invalid');
  if ('min' in interval) return numberWithin(interval.min, interval.max).int('enterANumber');
  return z.number('enterANumber').refine((seconds) => interval.includes(seconds), 'outOfRange');
}

const weekSeconds = 7 * 86_400;
const held = { ability: 'update', absent: 'hold', configures: true, expires: { default: weekSeconds } } as const;

/** The commands that configure a device of any app. */
export const configCommands = {
  setInterval: { ...held, params: z.strictObject({ seconds: z.number('enterANumber') }) },
  setParameters: { ...held, params: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])) },
} satisfies Readonly<Record<string, CommandSpec>>;
export type ConfigMethod = keyof typeof configCommands;

/**
 * The params of a configuring command, as the model allows them; undefined if the model cannot be configured this way.
 */
export function configParams(method: string, model: Configurable): z.ZodType | undefined {
  if (method === 'setInterval') return model.interval && z.strictObject({ seconds: intervalSchema(model) });
  return model.settings && settingsSchema(model);
}

/** The part of the configuration that confirms the command. */
export const configOf = (method: string, params: object): DeviceConfig =>
  method === 'setInterval' ? { intervalSeconds: (params as { seconds: number }).seconds } : { ...params };

/** The commands that result in a configuration. */
export function configOrders({
  intervalSeconds,
  ...settings
}: DeviceConfig): { method: ConfigMethod; params: object }[] {
  return [
    ...(intervalSeconds === undefined
      ? []
      : [{ method: 'setInterval' as const, params: { seconds: intervalSeconds } }]),
    ...(Object.keys(settings).length === 0 ? [] : [{ method: 'setParameters' as const, params: settings }]),
  ];
}
