import type { RuleDraft } from '#core/alarms/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';

/** How a sensor behaves, for the history of the demo and for virtual devices alike. In the sensor's unit. */
export type SensorNature = {
  usual: number;
  /** Swing around the usual value over a day, highest in the afternoon. */
  swing?: number;
  noise?: number;
  /** What it shows while something is wrong with what it measures. */
  wrong?: number;
  lowest?: number;
};
/** A counter: what it grows by in an hour. */
export type CounterNature = { growth: number; swing?: number; noise?: number };
/** A text or a yes and no: what it shows, and what while something is wrong. */
export type StateNature = { state: string | boolean; wrongState?: string | boolean };
export type Nature = SensorNature | CounterNature | StateNature;

/** What a virtual device answers to a command, and the values that it has from then on. */
export type Obeyed = { reply: object; values?: Record<string, string | boolean | number> };

/** What an app with devices brings to look at. */
export type DeviceDemo = {
  app: AppManifest;
  /** Serials begin like this: eight hex digits. */
  serials: string;
  /** By sensor key. */
  natures: Readonly<Record<string, Nature>>;
  /** What a device of each solution is called, by solution id. */
  names: Readonly<Record<number, { en: string; ar: string }>>;
  /** Solutions of which every structure has a device; of the others each structure has every other one. */
  everywhere: readonly number[];
  /** Where on the plan of a ground floor a device of a solution stands. */
  spots?: Readonly<Record<number, { x: number; y: number }>>;
  /** Names of structures that have such a plan. */
  planned?: readonly string[];
  /** Permission groups of the customer: what its viewer may see in three structures, and its operator everywhere. */
  groups: { viewers: string; operators: string };
  /** Rules for every company that has devices of the app. */
  rules: readonly RuleDraft[];
  /** Answers declared commands; undefined for a method that the device does not know. */
  obey?(method: string, params: Readonly<Record<string, unknown>>): Obeyed | undefined;
};
