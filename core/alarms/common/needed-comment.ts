import type { AlarmAction } from './manifest.ts';

/** Whether an action needs a comment, if this is what its body states in addition. */
export function needsComment(action: AlarmAction | undefined, stated: Readonly<Record<string, unknown>>): boolean {
  const { comment } = action ?? {};
  if (comment === undefined || comment === 'needed') return comment === 'needed';
  return comment.is.some((option) => option === stated[comment.field]);
}
