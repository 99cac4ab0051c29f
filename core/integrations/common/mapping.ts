import { z } from 'zod';

const key = z.string('Required').trim().min(1, 'Required').max(120, 'tooLong');
const factor = z.number('enterANumber').min(-1e12, 'outOfRange').max(1e12, 'outOfRange');

/** How one key of the messages of a connector is mapped. */
export const mappingRule = z.object({
  key,
  /** The key of the sensor; null ignores the key. */
  sensor: key.nullable(),
  /** The value is multiplied first. */
  factor: factor.default(1),
  offset: factor.default(0),
  /** The value of the sensor for each value of the key, for enumerations. */
  values: z
    .record(z.string().max(120, 'tooLong'), z.union([z.number(), z.boolean(), z.string().max(500, 'tooLong')]))
    .default({}),
});
export type MappingRule = z.infer<typeof mappingRule>;

export const mappingTable = z
  .array(mappingRule)
  .max(200, 'tooLong')
  .refine((rules) => new Set(rules.map((rule) => rule.key)).size === rules.length, 'sameKey');
