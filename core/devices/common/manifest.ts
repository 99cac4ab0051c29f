import type { z } from 'zod';
import type { BatterySpec } from './battery-forecast.ts';
import type { Connectivity } from './connection.ts';
import type { PositionSettings } from './models/kept-settings.ts';
import type { ModelSetting, ReportInterval } from './models/model-settings.ts';
import type { Reports } from './models/reporting.ts';
import type { SerialKind } from './serial.ts';

/** A sensor type. Ids are unique across all apps and never change: readings are stored under them. */
export type SensorType = {
  id: number;
  /** The name in telemetry payloads, unique within a model. A sensor of the app hides the shared one with the same key. */
  key: string;
  unit: string;
  kind: 'number' | 'boolean' | 'text';
  /** The range of plausible values. A value outside goes to the dead letters. */
  min?: number;
  max?: number;
  decimals?: number;
  /** A plausible value, for examples of messages. Default: within the range. */
  example?: number | string;
  /** A total that only grows (a meter reading). Charts show its increase. */
  counter?: true;
  /** One of several equal sensors: a device with three is triple, with one it is single. */
  phase?: true;
};

export type Solution = {
  id: number;
  key: string;
  icon: string;
  /** The app's page for devices of this solution, with `{id}`. Without it the default device page. */
  page?: string;
  /** The severity of the alarm that a device of it is offline. Default: `poor`. */
  offline?: 'ok' | 'poor' | 'problem';
};

/**
 * A hardware model that can be bought and installed. `reportEverySeconds`: its reporting interval. `reporting`, in its
 * place: the intervals of devices that report more often while they move. A device is offline after three missed
 * reports.
 */
export type HardwareModel = Reports & {
  id: number;
  solution: number;
  name: { en: string; ar: string };
  /** Keys of sensor types of the app or of shared quantities. */
  sensors: readonly string[];
  /**
   * Its devices report positions. `maxSpeed`: the highest plausible speed in km/h, 300 by default. `person`: people
   * wear them, and positions are stored only with their consent and on duty, or while the sensor `sos` calls for help.
   * The rest: what counts as a stop and as a gap, unless a template sets it.
   */
  positions?: PositionSettings & { maxSpeed?: number; person?: { sos: string } };
  /** The keys of its sensors that report on the vehicle that it is in: whether the ignition is on, and the odometer. */
  movement?: { ignition?: string; odometer?: string };
  /**
   * The paths on which its devices report, by the name in their messages, and how long each may be silent. Names:
   * `values.path.<name>` of the app.
   */
  paths?: Readonly<Record<string, { supervisionSeconds: number }>>;
  /**
   * Its devices have channels, such as bays or lanes: messages name the channel of their values. The keys of those of
   * its sensors that each channel has.
   */
  channels?: readonly string[];
  /** Its sensors whose states over time are kept, by key. */
  states?: Readonly<Record<string, StateSpec>>;
  /** The kinds of events that its devices report, with the shape of their data. Names: `events.<kind>` of the app. */
  events?: Readonly<Record<string, z.ZodObject>>;
  /** The attributes that rules may watch, by key. Names: `attributes.<key>` of the app. */
  attributes?: Readonly<Record<string, AttributeSpec>>;
  /** How its devices are connected. Default: `session`. */
  connectivity?: Connectivity;
  /** The kinds of serial numbers that its devices have; any kind by default. */
  serials?: readonly SerialKind[];
  /** The capacity and consumption of its battery, from which forecasts start. */
  battery?: BatterySpec;
  /** The reporting intervals in seconds that its devices can be set to: a range or a list. Without it the interval is fixed. */
  interval?: ReportInterval;
  /** The settings of its devices, by key. Names: `settings.<key>` of the app. */
  settings?: Readonly<Record<string, ModelSetting>>;
  /** The source of the codec of its binary payloads, for connectors that state none for its devices. */
  codec?: string;
  /** The periodic checks of its devices, by kind. Names: `checks.<kind>` and `checkDone.<kind>` of the app. */
  checks?: Readonly<Record<string, CheckSpec>>;
};

/** How values of a boolean or number sensor become states over time. */
export type StateSpec = {
  /** A change that the sensor takes back within these seconds was none. Default: 0. */
  confirmSeconds?: number;
  /** The state is unknown after these seconds without a value. Default: three reporting intervals. */
  unknownAfterSeconds?: number;
  /** The key of the boolean sensor that is on in messages that are only signs of life. */
  heartbeat?: string;
  /** The key of the boolean sensor that is on in messages by which it says that it does not know its state. */
  unsure?: string;
};

/** An attribute that devices report, such as a mode. A choice represents a text of a list. */
export type AttributeSpec = { kind: 'number' | 'boolean' | 'text'; unit?: string };

type CheckSeverity = 'ok' | 'poor' | 'problem';
/**
 * A check that is due every this many days, and the kind of alarm of the app while it is overdue or, before that, due
 * soon.
 */
export type CheckSpec = {
  everyDays: number;
  alarm: string;
  overdue: CheckSeverity;
  soon?: { days: number; severity: CheckSeverity };
};

type Scalar = string | number | boolean;
/** A refusal with status 409: the code of the app (eight digits) and the key of its text under `errors`. */
type Refused = { code: string; word: string };

/**
 * The report that confirms a command after it was sent: a reading of the sensor, an attribute, or without both any
 * reading. The answer of the device only means that the command was delivered.
 */
export type Confirmation = {
  sensor?: string;
  attribute?: string;
  /** The value to report: a constant or that of a parameter. Without it any value confirms. */
  is?: Scalar | { param: string };
  /**
   * The attribute is an object, and the parameter names its entry that has the value `is`, or `true` where the device
   * does not report values. With `gone` the entry must be absent.
   */
  entry?: { param: string };
  gone?: true;
  /** How far a number may be off. Default: 0. */
  tolerance?: number;
  /** Seconds from the delivery; then the command has failed as not confirmed. */
  within: number;
  /** The kind of operational alarm, a problem, that the device has until it reports the value. */
  alarm?: string;
};

/** The devices that devices of a solution act for. */
export type Links = {
  /** Ids of their solutions. */
  of: readonly number[];
  /** The command that people can send from an alarm of such a device. */
  offers: { method: string; params: Readonly<Record<string, Scalar>> };
};

/**
 * What forbids a command, with the refusal. Either the latest value of a sensor is this one, is above a limit, or was
 * measured more than these seconds ago; or the newest position has a higher speed in km/h, or is older. A value that is
 * unknown counts as above each limit and as too old. `force`: the parameter that allows the command all the same.
 */
export type Guard = (
  | { sensor: string; is: Scalar }
  | { sensor: string; above: number }
  | { sensor: string; olderThan: number }
  | { position: true; above: number }
  | { position: true; olderThan: number }
) & { force?: string } & Refused;

/** A command that devices of an app accept. */
export type CommandSpec = {
  /** The parameters. Errors are reported under `params.<path>`. */
  params: z.ZodType;
  /** The inputs of the parameters on pages that have no form of their own. Names: `settings.<key>` of the app. */
  fields?: Readonly<Record<string, ModelSetting>>;
  /** The action on the app's devices that is required to send it. Default: `command`. */
  ability?: string;
  /** Ids of the solutions whose devices accept it. Default: all. */
  solutions?: readonly number[];
  /** Ids of the models whose devices accept it. Default: all of the solutions. */
  models?: readonly number[];
  /** A command to a device that is not online, or has no live connection, waits for it or is refused. */
  absent?: 'hold' | Refused;
  /** What forbids it. Without `waitSeconds` it is then refused. */
  unless?: Guard | readonly Guard[];
  /**
   * While `unless` forbids it, it waits for up to these seconds. It is sent once its device reports what satisfies all
   * guards, or expires with the last refusal.
   */
  waitSeconds?: number;
  /** Parameters that are stored sealed: only the device receives them. */
  secret?: readonly string[];
  /**
   * It is written to the device at most once. Others are written again when the device reconnects without having
   * acknowledged them, which must not open a door that nobody is standing at any more.
   */
  once?: true;
  /** It overtakes the other commands that wait for the device. */
  first?: true;
  /** It needs no active subscription. */
  withoutSubscription?: true;
  /** The kinds of connectors that can give it to a device; others refuse it, and so do devices without a connector. */
  through?: readonly string[];
  /** The person must have proved within minutes who they are (`POST /user/proof`). */
  proof?: true;
  /** Only the server itself sends it. */
  internal?: true;
  /**
   * The subject that it changes, with the value of the parameter `key`: only one command per subject is unfinished at a
   * time. Default: its own name.
   */
  changes?: string;
  key?: string;
  confirmed?: Confirmation;
  /** Rules may send it: always, or with these values of its parameters. */
  automatic?: true | Readonly<Record<string, readonly Scalar[]>>;
  /** Sets the configuration: params are checked by the model, and only the reported `config` confirms it. */
  configures?: true;
  /** Pages ask for confirmation. */
  confirm?: true;
  /**
   * How long it waits for the device in seconds, and the range from which the sender may choose. Default: 60, from 5 to
   * 7 days.
   */
  expires?: { default?: number; min?: number; max?: number };
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    solutions?: readonly Solution[];
    sensorTypes?: readonly SensorType[];
    hardware?: readonly HardwareModel[];
    commands?: Readonly<Record<string, CommandSpec>>;
    /** By solution: the devices that act for others, when they are linked. */
    links?: Readonly<Record<number, Links>>;
    /**
     * The kinds of lines that the slice writes to logs of devices, with `logDevice`; unique over all slices. The text
     * `deviceLogKinds.<kind>` names a kind in the filter, `deviceLog.<kind>` is the line with the values of its data.
     */
    deviceLogKinds?: readonly string[];
  }
}
