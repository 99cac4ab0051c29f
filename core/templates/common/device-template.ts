import { z } from 'zod';
import { templateStates } from '#core/devices/common/device.ts';

const value = z.union([z.number(), z.boolean(), z.string()]);
/** A difference of a device from its template: `intervalSeconds`, a setting, or `rule.<kind>`. */
export const drift = z.object({ field: z.string(), wanted: value, actual: value, since: z.string() });
export type Drift = z.infer<typeof drift>;
/** A value of a device that a person has accepted. */
export const override = z.object({ field: z.string(), value, by: z.string().nullable(), at: z.string() });
export type Override = z.infer<typeof override>;

/** A device that follows a template. */
export const follower = z.object({
  id: z.number(),
  device: z.object({ id: z.number(), name: z.string(), solutionId: z.number() }),
  version: z.number(),
  state: z.enum(templateStates),
  since: z.string(),
  failure: z.string().nullable(),
  drift: z.array(drift),
});
export type Follower = z.infer<typeof follower>;

export const deviceTemplate = z.object({
  /** Null if the device follows none. */
  template: z.object({ id: z.number(), name: z.string(), version: z.number(), newest: z.number() }).nullable(),
  state: z.enum(templateStates),
  since: z.string().nullable(),
  /** Why its configuration failed: a text under `errors`. */
  failure: z.string().nullable(),
  overrides: z.array(override),
  /** The first active template of its model. */
  offered: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type DeviceTemplate = z.infer<typeof deviceTemplate>;
