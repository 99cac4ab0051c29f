import { z } from 'zod';
import { placeWords, positionWords } from './place-words.ts';

/**
 * The limit that a value crossed. `change` compares with the value of some time before, `step` with the last one, and
 * `no-data` has a limit in seconds.
 */
export const limit = z.object({
  /**
   * Null for the silence of a device, for its person, for positions, for geofences, whose name is the value (empty for all of them), for
   * events, whose kind is, and for attributes.
   */
  sensor: z.string().nullable(),
  attribute: z.string().optional(),
  /** The name of the geofence whose speed limit was exceeded; the value is the limit in km/h. */
  geofence: z.string().optional(),
  /** The number of events. */
  times: z.number().optional(),
  operator: z.enum([
    '>',
    '>=',
    '<',
    '<=',
    '=',
    '!=',
    'in',
    'change',
    'step',
    'no-data',
    'event',
    ...placeWords,
    ...positionWords,
    'over-limit',
    'no-person',
  ]),
  value: z.union([z.number(), z.boolean(), z.string(), z.array(z.union([z.number(), z.boolean(), z.string()]))]),
});
export type Limit = z.infer<typeof limit>;
