import { z } from 'zod';

/** Addresses and numbers are written from left to right in every language. */
export const ltr = { input: { direction: 'ltr', textAlign: 'start' } } as const;

/** An optional text field, which is not sent if it is empty. */
export const optional = (schema: z.ZodString) =>
  z.preprocess((text) => (text === '' ? null : text), schema.nullable()) as unknown as z.ZodNullable<z.ZodString>;
