import { z } from 'zod';

/** How an item on a plan is painted: a colour, the pattern that goes with it, and a letter. */
export const lookColours = ['grey', 'blue', 'green', 'amber', 'red', 'violet', 'teal', 'pink'] as const;
export type LookColour = (typeof lookColours)[number];

export const patterns = ['plain', 'rising', 'dots', 'falling', 'cross', 'grid', 'level', 'upright'] as const;
export type Pattern = (typeof patterns)[number];

export const look = z.object({ colour: z.enum(lookColours), letter: z.string().max(2) });
export type Look = z.infer<typeof look>;

/** The pattern of a colour. No two colours share one, so that a person who sees no colours can tell them apart. */
export const patternOf = (colour: LookColour): Pattern => patterns[lookColours.indexOf(colour)] as Pattern;
