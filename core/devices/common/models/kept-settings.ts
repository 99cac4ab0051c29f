import type { HardwareModel } from '../manifest.ts';
import type { ModelSetting } from './model-settings.ts';

/** Settings of devices that report positions which the platform itself applies. */
export const ofPositions = {
  /** A device counts as standing while it stays within this distance of where it stopped. */
  stopMetres: { kind: 'number', unit: 'm', min: 30, max: 500, default: 100 },
  /** Standing for this long is a stop. */
  stopSeconds: { kind: 'number', unit: 's', min: 60, max: 1800, default: 180 },
  /** A move without a position for this long is a gap, whose distance does not count as driven. */
  gapSeconds: { kind: 'number', unit: 's', min: 300, max: 3600, default: 900 },
  /** A shorter move is part of the stop before it. */
  leastTripMetres: { kind: 'number', unit: 'm', min: 100, max: 2000, default: 200 },
  leastTripSeconds: { kind: 'number', unit: 's', min: 30, max: 600, default: 60 },
  /** A vehicle that is slower with its engine on idles. */
  idleSpeed: { kind: 'number', unit: 'km/h', min: 1, max: 15, default: 5 },
  /**
   * What measures trips: the positions, or the odometer where it is plausible. `auto`: the odometer where it reports
   * with the positions.
   */
  distanceSource: { kind: 'choice', options: ['auto', 'gps', 'odometer'], default: 'auto' },
} as const satisfies Readonly<Record<string, ModelSetting>>;

/** Intervals of devices that report by their motion, which the platform expects of them. */
const ofReporting = {
  movingSeconds: { kind: 'number', unit: 's', min: 5, max: 600, default: 10 },
  parkedSeconds: { kind: 'number', unit: 's', min: 60, max: 86_400, default: 3600 },
  heartbeatSeconds: { kind: 'number', unit: 's', min: 60, max: 604_800, default: 86_400 },
} as const satisfies Readonly<Record<string, ModelSetting>>;

/** The key of a setting of positions that is a number. */
export type NumberOfPositions = {
  [Key in keyof typeof ofPositions]: (typeof ofPositions)[Key]['kind'] extends 'number' ? Key : never;
}[keyof typeof ofPositions];
export type DistanceSource = (typeof ofPositions.distanceSource.options)[number];
export type PositionSettings = Partial<Record<NumberOfPositions, number>> & { distanceSource?: DistanceSource };
export type KeptSettings = PositionSettings &
  Partial<Record<keyof typeof ofReporting, number>> & {
    /** The interval that the device has reported, if that can be set. */
    intervalSeconds?: number;
  };

/** Whether the platform applies a setting itself. It is sent to the device only if the model declares it as well. */
export const isKept = (key: string): boolean => Object.hasOwn(ofPositions, key) || Object.hasOwn(ofReporting, key);

const keysOfPositions = Object.keys(ofPositions) as (keyof typeof ofPositions)[];

/** The stops, gaps and trips that a model declares, for devices whose template does not set them. */
export const keptSettingsOf = ({ positions = {} }: Pick<HardwareModel, 'positions'>): KeptSettings =>
  Object.fromEntries(keysOfPositions.flatMap((key) => (positions[key] === undefined ? [] : [[key, positions[key]]])));

/** All settings of templates of a model: on its devices, and on the platform for them. */
export const templateSettings = ({
  settings = {},
  positions,
  reporting,
}: Pick<HardwareModel, 'settings' | 'positions' | 'reporting'>): Readonly<Record<string, ModelSetting>> => ({
  ...(reporting ? withDefaults(ofReporting, reporting) : {}),
  // Those that a model declares itself have its limits.
  ...settings,
  ...(positions ? withDefaults(ofPositions, positions) : {}),
});

/** Settings with the values of a model as their defaults. */
const withDefaults = <Key extends string>(
  settings: Readonly<Record<Key, ModelSetting>>,
  own: Partial<Record<NoInfer<Key>, number | string>>,
): Record<string, ModelSetting> =>
  Object.fromEntries(
    (Object.keys(settings) as Key[]).map((key): [string, ModelSetting] => {
      const [setting, value] = [settings[key], own[key]];
      if (setting.kind === 'number' && typeof value === 'number') return [key, { ...setting, default: value }];
      if (setting.kind === 'choice' && typeof value === 'string') return [key, { ...setting, default: value }];
      return [key, setting];
    }),
  );

/** Where settings of a device may be set. Those that a place does not set are left out. */
export type SettingsByPlace = { model: KeptSettings; company: KeptSettings; template: KeptSettings };

/** What people have chosen for their devices takes precedence over the model, and the closer choice over the wider one. */
export const settingsInForce = ({ model, company, template }: SettingsByPlace): KeptSettings => ({
  ...model,
  ...company,
  ...template,
});

/** What counts as a stop of a device. */
export const stopSettings = ({ stopMetres, stopSeconds }: KeptSettings): { metres: number; seconds: number } => ({
  metres: stopMetres ?? ofPositions.stopMetres.default,
  seconds: stopSeconds ?? ofPositions.stopSeconds.default,
});

/** The seconds without a position after which a move of a device is a gap. */
export const gapSecondsOf = ({ gapSeconds }: KeptSettings): number => gapSeconds ?? ofPositions.gapSeconds.default;
