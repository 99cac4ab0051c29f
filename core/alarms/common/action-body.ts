import { z } from 'zod';
import { requiredLines } from '#platform/common/validation/validation.ts';
import type { AlarmAction } from './manifest.ts';

export const requiredComment = z.object({ comment: requiredLines(2000) });
export const optionalComment = z.object({ comment: z.string().trim().max(2000, 'tooLong').optional() });

type Commented = { comment?: string | undefined };

/** The body of an action: its comment, and what the class declares. */
export function bodyOf(action: AlarmAction | undefined): z.ZodType<Commented, Commented> {
  const commented = action?.comment === 'needed' ? requiredComment : optionalComment;
  return action?.body ? z.strictObject({ ...commented.shape, ...action.body.shape }) : commented;
}

/** What a body states in addition to the comment. */
export function statedIn(action: AlarmAction | undefined, body: object): Record<string, unknown> {
  const keys = new Set(Object.keys(action?.body?.shape ?? {}));
  return Object.fromEntries(Object.entries(body).filter(([key, value]) => keys.has(key) && value !== undefined));
}
