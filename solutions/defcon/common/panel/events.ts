import { z } from 'zod';
import { intrusionEvent } from '../codes/intrusion-event.ts';
import { groupStates } from './words.ts';

const number = (max: number) => z.number().int().min(1).max(max);

/** The whole state of the panel, in parts of at most 40 zones. What differs from what is known becomes an event `sync`. */
const panelState = z.object({
  part: number(100).default(1),
  parts: number(100).default(1),
  groups: z
    .array(z.object({ no: number(64), state: z.enum(groupStates) }))
    .max(64)
    .default([]),
  zones: z
    .array(
      z.object({
        no: number(999),
        open: z.boolean().optional(),
        tamper: z.boolean().optional(),
        fault: z.boolean().optional(),
        missing: z.boolean().optional(),
        bypassed: z.boolean().optional(),
        battery: z.number().int().min(0).max(100).optional(),
      }),
    )
    .max(40)
    .default([]),
  mains: z.boolean().optional(),
  path: z.string().max(40, 'tooLong').optional(),
});
export type PanelStateReport = z.infer<typeof panelState>;

/** The events of control panels. */
export const panelEvents = { intrusion: intrusionEvent, 'panel-state': panelState };
