import { z } from 'zod';

/** The new owner of a device or subscription. */
export const newOwner = z.object({ id: z.number(), company: z.object({ id: z.number(), name: z.string() }) });
