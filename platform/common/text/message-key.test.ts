import { expect, test } from 'vitest';
import { z } from 'zod';
import { messageKey } from './message-key.ts';

const keysOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: messageKey }).error?.issues.map(({ message }) => message);

test('a missing value is required, and a value of another type is refused', () => {
  for (const none of [undefined, null]) {
    expect(keysOf(z.boolean(), none)).toEqual(['Required']);
    expect(keysOf(z.enum(['a', 'b']), none)).toEqual(['Required']);
    expect(keysOf(z.union([z.string(), z.number()]), none)).toEqual(['Required']);
  }
  expect(keysOf(z.string().min(1), '')).toEqual(['Required']);
  expect(keysOf(z.array(z.number()).min(1), [])).toEqual(['Required']);
  expect(keysOf(z.boolean(), 'yes')).toEqual(['invalid']);
  expect(keysOf(z.number(), 'x')).toEqual(['enterANumber']);
  expect(keysOf(z.int(), 1.5)).toEqual(['wholeNumber']);
  expect(keysOf(z.enum(['a', 'b']), 'c')).toEqual(['notAChoice']);
});

test('values that are too large, too small or of another format have a key', () => {
  expect(keysOf(z.number().max(60), 61)).toEqual(['outOfRange']);
  expect(keysOf(z.number().min(1), 0)).toEqual(['outOfRange']);
  expect(keysOf(z.string().max(3), 'four')).toEqual(['tooLong']);
  expect(keysOf(z.string().min(3), 'no')).toEqual(['tooShort']);
  expect(keysOf(z.array(z.number()).max(1), [1, 2])).toEqual(['tooMany']);
  expect(keysOf(z.array(z.number()).min(2), [1])).toEqual(['tooFew']);
  expect(keysOf(z.email(), 'x')).toEqual(['invalidEmail']);
  expect(keysOf(z.iso.date(), 'x')).toEqual(['invalidDate']);
  expect(keysOf(z.strictObject({}), { a: 1 })).toEqual(['unknownField']);
});

test('the message of a custom rule is kept', () => {
  expect(keysOf(z.string('preferenceKey'), 1)).toEqual(['preferenceKey']);
  expect(keysOf(z.number().max(1, 'tooMuchToRead'), 2)).toEqual(['tooMuchToRead']);
});
