import { z } from 'zod';
import { connections, connectivities } from './connection.ts';
import { devicePath } from './path.ts';

export const deviceStates = ['inventory', 'installed', 'removed'] as const;
export const tokenStates = ['none', 'not-activated', 'active', 'expired', 'blocked'] as const;
export type TokenState = (typeof tokenStates)[number];
/** How a device follows its template. */
export const templateStates = ['none', 'pending', 'in-sync', 'outdated', 'drifted', 'failed'] as const;
export type TemplateState = (typeof templateStates)[number];

/** The latest value of a sensor. `time` is the time of measurement. */
export const latestValue = z.object({
  sensor: z.string(),
  sensorId: z.number(),
  unit: z.string(),
  kind: z.enum(['number', 'boolean', 'text']),
  decimals: z.number(),
  counter: z.boolean(),
  value: z.union([z.number(), z.boolean(), z.string()]).nullable(),
  time: z.string().nullable(),
});
export type LatestValue = z.infer<typeof latestValue>;

const place = z.object({ id: z.number(), name: z.string() }).nullable();

/**
 * The days until the battery is empty. `from` and `to`: the range of a measured forecast; null for one by the model
 * alone.
 */
const batteryForecast = z.object({ days: z.number(), from: z.number().nullable(), to: z.number().nullable() });

/** A device in a list. */
export const deviceRow = z.object({
  id: z.number(),
  companyId: z.number(),
  company: z.object({ id: z.number(), name: z.string() }),
  app: z.string(),
  solutionId: z.number(),
  hardware: z.object({ id: z.number(), name: z.object({ en: z.string(), ar: z.string() }) }),
  /** Single or triple by the number of phase sensors of the model. */
  type: z.enum(['single', 'triple']).nullable(),
  name: z.string(),
  serial: z.string(),
  state: z.enum(deviceStates),
  connection: z.enum(connections),
  connectivity: z.enum(connectivities),
  /** When a sleeping device is expected to send its next message. */
  nextWakeAt: z.string().nullable(),
  /** The platform refuses its connection. */
  suspended: z.boolean(),
  battery: z.number().nullable(),
  batteryForecast: batteryForecast.nullable(),
  lastSeenAt: z.string().nullable(),
  structure: place,
  floor: place,
  space: place,
  token: z.enum(tokenStates),
  templateState: z.enum(templateStates),
  /** Empty while the token is not active. */
  values: z.array(latestValue),
  /** A value that is older than this is stale: three reporting intervals. */
  staleAfterSeconds: z.number(),
  reportEverySeconds: z.number(),
  createdAt: z.string(),
});
export type Device = z.infer<typeof deviceRow>;

export const deviceDetail = deviceRow.extend({
  activationAt: z.string().nullable(),
  expirationAt: z.string().nullable(),
  attributes: z.record(z.string(), z.json()),
  /** A plausible value of each sensor of its model, for examples of messages. */
  exampleValues: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
  suspendedReason: z.string().nullable(),
  /** How long it may be silent; null: three of its reporting intervals. */
  supervisionSeconds: z.number().nullable(),
  paths: z.array(devicePath),
  /** The keys of the sensors that each of its channels has; null for models without channels. */
  channelSensors: z.array(z.string()).nullable(),
  /** Its newest position, with its speed in km/h, if commands of its model depend on it; null otherwise. */
  position: z.object({ at: z.string(), speed: z.number().nullable() }).nullable(),
  /** The time zone (IANA name) of its site, else of its company. */
  zone: z.string(),
  /** The user name of its connection; null without a secret. */
  credentialName: z.string().nullable(),
});
export type DeviceDetail = z.infer<typeof deviceDetail>;
