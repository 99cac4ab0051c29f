import { describe, expect, test } from 'vitest';
import { processorMsOf } from '#main/testing/test-processor-time.ts';
import {
  day,
  instant,
  nameText,
  personName,
  requiredLines,
  requiredText,
  textOfLength,
} from '../validation/validation.ts';
import { isOneLine, isPlainText, unreadableField, withoutControlCharacters } from './plain-text.ts';

describe('a text that no route reads', () => {
  test.each(['a\u0000b', '\u001b[31m', '\u0085', '\ud800', 'a\udfff', '\u202Egnp.exe', '\u2066x\u2069'])(
    '%j is refused in any position',
    (text) => {
      expect(isPlainText(text)).toBe(false);
      expect(unreadableField({ rows: [{ name: 'a' }, { name: text }] })).toEqual({
        param: 'rows.1.name',
        msg: 'plainText',
      });
      expect(unreadableField({ a: { [text]: 1 } })).toEqual({ param: 'a', msg: 'plainText' });
    },
  );
  test.each(['برج ١', 'two\nlines', 'a\tb', '👩‍👩‍👧', 'مي\u200Cخواهم'])('%j is an ordinary text', (text) => {
    expect(isPlainText(text)).toBe(true);
    expect(unreadableField({ text })).toBeNull();
  });
});

test('a value with thousands of nested levels is refused without recursion', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(unreadableField({ value: deep })).toEqual({ param: 'value.0.0', msg: 'tooDeep' });
  expect(unreadableField({ value: [{ a: [[{ b: 1 }]] }] })).toBeNull();
});

test('a name with a line break becomes one line, and a comment keeps its lines', () => {
  expect(requiredText().parse('Tower\r\n\tNorth\n')).toBe('Tower North');
  expect(textOfLength({ min: 3 }).parse('a\nb')).toBe('a b');
  expect(requiredLines(100).parse(' one\ntwo ')).toBe('one\ntwo');
  expect(nameText(100).safeParse('one\ntwo').error?.issues[0]?.message).toBe('plainName');
  expect(isOneLine('one\u2028two')).toBe(false);
});

test('invisible characters are removed from a search', () => {
  expect(withoutControlCharacters('\u202A+971 50 123\u202C')).toBe('+971 50 123');
  expect(withoutControlCharacters('\u0000')).toBe('');
});

test('a text that is too long is refused before a pattern is applied', async () => {
  const ms = await processorMsOf(
    3,
    () => {
      expect(personName().safeParse('x'.repeat(200_000)).error?.issues).toMatchObject([{ message: 'tooLong' }]);
    },
    'thread',
  );
  expect(ms).toBeLessThan(500);
});

test('instants and dates must be of the years 1900 to 9999', () => {
  expect(instant().safeParse('2026-05-01T12:00:00+04:00').success).toBe(true);
  expect(day().safeParse('1900-01-01').success).toBe(true);
  for (const far of [
    '0000-01-01T00:00:00Z',
    '1899-12-31T23:59:59Z',
    '-271821-04-20T00:00:00Z',
    '+099999-01-01T00:00:00Z',
  ])
    expect(instant().safeParse(far).error?.issues[0]?.message).toBe('invalidDate');
  expect(day().safeParse('0001-01-01').error?.issues[0]?.message).toBe('invalidDate');
});
