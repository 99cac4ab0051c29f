import { z } from 'zod';
import { anyFile, megabyte, type Upload } from '#platform/common/upload.ts';
import { requiredLines } from '#platform/common/validation/validation.ts';
import type { AlarmAction, AlarmClass } from './manifest.ts';

export const requiredComment = z.object({ comment: requiredLines(2000) });
export const optionalComment = z.object({ comment: z.string().trim().max(2000, 'tooLong').optional() });

/** The files of a comment. */
export const commentUpload = {
  maxBytes: 10 * megabyte,
  kinds: ['image', 'pdf'],
  many: { files: 5, bytes: 20 * megabyte },
} as const satisfies Upload;

/** A comment, as JSON or, with files, as a form. */
export const commentBody = ({ marks = [] }: Pick<AlarmClass, 'marks'>) =>
  requiredComment.extend({
    mark: z
      .string()
      .refine((mark) => marks.includes(mark), 'invalid')
      .optional(),
    /** Who reads it: by default all companies of the alarm, else the caller's alone. */
    audience: z.enum(['all', 'company']).optional(),
    files: z.array(anyFile()).max(commentUpload.many.files, 'tooManyFiles').optional(),
  });

/** A comment, and what the class declares in addition. */
export type Commented = { comment?: string | undefined; [field: string]: unknown };

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
