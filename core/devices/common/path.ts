import { z } from 'zod';

export const pathStates = ['alive', 'lost'] as const;

/** A path on which a device has reported, such as a mobile network, and how long it may be silent there. */
export const devicePath = z.object({
  line: z.string(),
  state: z.enum(pathStates),
  lastAt: z.string().nullable(),
  supervisionSeconds: z.number(),
});
export type DevicePath = z.infer<typeof devicePath>;

/** The shortest and the longest silence that can be allowed, in seconds: up to 32 days. */
export const supervisionLimits = { min: 10, max: 2_764_800 } as const;
