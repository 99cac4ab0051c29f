import type { AlarmClass } from './manifest.ts';

/** The marks of a class that a company of this role uses. */
export const marksOf = (spec: Pick<AlarmClass, 'marks' | 'markedBy'> | undefined, role: string): string[] =>
  (spec?.marks ?? []).filter((mark) => spec?.markedBy?.[mark]?.includes(role) !== false);
