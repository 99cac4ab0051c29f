import type { DemoCustomer } from '#core/accounts/server/api.ts';
import type { RuleDraft } from '#core/rules/server/api.ts';
import type { Starters } from '#core/templates/server/api.ts';
import type { DemoRoute } from '#core/tracking/common/demo-route.ts';
import type { AppManifest } from '#platform/common/define-app.ts';

/** The values of a numeric sensor in the demo's history and of virtual devices, in the sensor's unit. */
export type NumericBehavior = {
  typical: number;
  /** Daily amplitude around the typical value, highest in the afternoon. */
  swing?: number;
  noise?: number;
  /** The value during a fault. */
  faultValue?: number;
  lowest?: number;
  /** What the device carries, such as a flow or a power: it differs from device to device as counters do. */
  load?: true;
  /** What is lost in a day, as by a battery. The emptier one of two devices loses more. */
  drain?: number;
  /** It has a history of readings every ten minutes, not only in its last two days. */
  dense?: true;
};
/** A counter with its growth per hour, and the value at which its history starts. */
export type CounterBehavior = {
  growth: number;
  swing?: number;
  noise?: number;
  start?: number;
  /** The number of whole past months with history, instead of one month. */
  months?: number;
  /** The part by which it grows faster than usual in the middle of July, and slower in January. */
  season?: number;
};
/** A sensor whose value lasts until a command or a fault changes it. */
export type StateBehavior = { state: string | boolean | number; faultState?: string | boolean | number };
export type SensorBehavior = NumericBehavior | CounterBehavior | StateBehavior;

type Values = Record<string, string | boolean | number>;
/** The reply of a virtual device to a command, and the values and attributes that change with it, at once or later. */
export type CommandAnswer = {
  reply: object;
  values?: Values;
  /** The values of its channels, by their names. */
  channels?: Readonly<Record<string, Values>>;
  attributes?: Readonly<Record<string, unknown>>;
  /** Events that it reports, at once and under a name of their own unless they say otherwise. */
  events?: readonly { kind: string; data: object; id?: string; ts?: number }[];
  later?: { ms: number; values: Values };
};

/** An alarm of the demo's history: `value` is beyond `limit` for some minutes, in the sensor's unit. */
export type PastAlarmKind = {
  solution: number;
  kind: string;
  severity: 'ok' | 'poor' | 'problem';
  sensor: string;
  operator: '>' | '<';
  limit: number;
  value: number;
  minutes: number;
};

/** By sensor key. */
export type Behaviors = Readonly<Record<string, SensorBehavior>>;

/** The route of a device, and its place in the round of it in milliseconds; undefined if the device does not move. */
export function routeOf({ routes }: Pick<DeviceDemo, 'routes'>, solution: number, serial: string) {
  const ofSolution = routes?.[solution];
  const number = Number.parseInt(serial.slice(-4), 16);
  const route = ofSolution?.[number % ofSolution.length];
  return route && { route, offset: number * 17 * 60_000 };
}

type Modelled = Pick<DeviceDemo, 'behaviors' | 'modelBehaviors'>;

/** The behavior of the sensors of a model. */
export const behaviorsOf = ({ behaviors, modelBehaviors }: Modelled, hardwareId: number): Behaviors => ({
  ...behaviors,
  ...modelBehaviors?.[hardwareId],
});

/** The behavior of the sensors of a device. No two neighbours carry and count the same. */
export function behaviorsOfDevice(demo: Modelled, hardwareId: number, serial: string): Behaviors {
  const factor = 0.5 + ((Number.parseInt(serial.slice(-4), 16) * 7) % 11) / 20;
  const behaviors = Object.entries(behaviorsOf(demo, hardwareId));
  return Object.fromEntries(behaviors.map(([key, behavior]) => [key, scaled(behavior, factor)]));
}

function scaled(behavior: SensorBehavior, factor: number): SensorBehavior {
  if ('state' in behavior) return behavior;
  const { swing = 0, noise = 0 } = behavior;
  const spread = { swing: swing * factor, noise: noise * factor };
  if ('growth' in behavior) return { ...behavior, ...spread, growth: behavior.growth * factor };
  if (behavior.drain)
    return { ...behavior, ...spread, typical: behavior.typical * factor, drain: behavior.drain / factor ** 2 };
  return behavior.load ? { ...behavior, ...spread, typical: behavior.typical * factor } : behavior;
}

export type DeviceName = { en: string; ar: string };

/** The demo of an app with devices. */
export type DeviceDemo = {
  app: AppManifest;
  /** The prefix of serial numbers: eight hex digits. */
  serials: string;
  /** The demo customers that have the app; all by default. */
  customers?: readonly DemoCustomer[];
  behaviors: Behaviors;
  /** Where a model differs, by hardware id. */
  modelBehaviors?: Readonly<Record<number, Behaviors>>;
  /** The routes that devices of a solution go along, by solution id: each device another one. */
  routes?: Readonly<Record<number, readonly DemoRoute[]>>;
  /** Device names by solution id. The number of the device follows. */
  names: Readonly<Record<number, DeviceName>>;
  /** The whole name of the device of a solution that a company has as its first (0), second (1) and so on, where the app gives one. */
  nameOf?(solution: number, nth: number): DeviceName | undefined;
  /** Solutions with a device in every structure. The others have a device in every second structure. */
  everywhere: readonly number[];
  /** Positions on the layout of a ground floor, by solution id. */
  spots?: Readonly<Record<number, { x: number; y: number }>>;
  /** Names of the structures with such a layout. */
  planned?: readonly string[];
  /** Names of the customer's permission groups: its viewer in three structures, its operator in all. */
  groups: { viewers: string; operators: string };
  /** Alarm rules of every company with devices of the app. */
  rules: readonly RuleDraft[];
  /** Starter templates; the demo's devices of these models follow them. */
  templates?: Starters;
  /** What went wrong in the history of devices of a solution, raised an alarm and was handled. */
  pastAlarms?: readonly PastAlarmKind[];
  /** Solutions whose devices are linked, in a structure that has both, to the device that acts for them. */
  linked?: readonly { solution: number; to: number }[];
  /** Answers declared commands by the present values of the device; undefined for an unknown method. */
  answerCommand?(
    method: string,
    params: Readonly<Record<string, unknown>>,
    values: ReadonlyMap<string, string | boolean | number>,
    memory?: DeviceMemory,
  ): CommandAnswer | undefined;
  /** The models whose devices are connected only for a while after each wake, by hardware id. */
  sleeps?: Readonly<Record<number, Sleeps>>;
  /** What a device of a model does unprompted from time to time. Called every second with the time in milliseconds. */
  acts?(
    hardwareId: number,
    now: number,
    memory: DeviceMemory,
    values: ReadonlyMap<string, string | boolean | number>,
  ): Omit<CommandAnswer, 'reply'> | undefined;
  /** Whether nothing of a device arrives, such as when its gateway has failed. */
  isUnheard?(serial: string): boolean;
  /** Whether something happens that wakes a sleeping device. Called every second while it sleeps. */
  stirs?(hardwareId: number, now: number, memory: DeviceMemory): boolean;
};

/** What virtual devices need of a demo. */
export type VirtualDemo = Pick<
  DeviceDemo,
  | 'app'
  | 'serials'
  | 'behaviors'
  | 'modelBehaviors'
  | 'routes'
  | 'sleeps'
  | 'acts'
  | 'stirs'
  | 'isUnheard'
  | 'answerCommand'
>;

/** How often a device wakes up, and how long it stays awake then, after its button was pressed and after a command. */
export type Sleeps = { everySeconds: number; awakeSeconds: number };

/**
 * The private state of a virtual device. `key`: the SHA-256 of its secret. `index` distinguishes devices, as does
 * `serial` in its history.
 */
export type DeviceMemory = {
  readonly key: Buffer;
  readonly serial: string;
  readonly index: number;
  readonly kept: Map<string, unknown>;
};
