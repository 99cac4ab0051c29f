import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const keyOfType: Partial<Record<string, string>> = {
  number: 'enterANumber',
  int: 'wholeNumber',
  date: 'invalidDate',
};
const keyOfFormat: Partial<Record<string, string>> = {
  email: 'invalidEmail',
  url: 'invalidUrl',
  datetime: 'invalidDate',
  date: 'invalidDate',
  time: 'invalidTime',
};

const isMissing = (input: unknown): boolean => input === undefined || input === null || input === '';

/**
 * The key below `validation.*` for a broken rule that has no message of its own, so that no English sentence of zod
 * reaches a person. It is the error map of every schema: for the server it is set once, forms pass it.
 */
export function messageKey(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue.input) ? 'Required' : (keyOfType[issue.expected] ?? 'invalid');
    case 'invalid_value':
      return isMissing(issue.input) ? 'Required' : 'notAChoice';
    case 'invalid_union':
      return isMissing(issue.input) ? 'Required' : 'invalid';
    case 'invalid_format':
      return keyOfFormat[issue.format] ?? 'invalid';
    case 'too_small':
      return keyOfTooSmall(issue);
    case 'too_big':
      return keyOfTooBig(issue.origin);
    case 'unrecognized_keys':
      return 'unknownField';
    default:
      return 'invalid';
  }
}

function keyOfTooSmall({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin !== 'string' && origin !== 'array' && origin !== 'set') return 'outOfRange';
  if (Number(minimum) <= 1) return 'Required';
  return origin === 'string' ? 'tooShort' : 'tooFew';
}

function keyOfTooBig(origin: string): string {
  if (origin === 'string') return 'tooLong';
  return origin === 'array' || origin === 'set' ? 'tooMany' : 'outOfRange';
}
