import { expect, test } from 'vitest';
import { isSilentStatus, kindOfStatus, notify, setNoticeHost, successOf } from './notices.ts';

test('a notice is negative up to 404 and from 500, and an error between', () => {
  expect([400, 404, 405, 409, 429, 500, 503].map(kindOfStatus)).toEqual([
    'negative',
    'negative',
    'error',
    'error',
    'error',
    'negative',
    'negative',
  ]);
});

test('a success notice depends on status and method', () => {
  expect(successOf(200, 'PATCH')).toBe('updated');
  expect(successOf(200, 'PUT')).toBe('updated');
  expect(successOf(200, 'GET')).toBeNull();
  expect(successOf(200, 'POST')).toBeNull();
  expect(successOf(201, 'POST')).toBe('created');
  expect(successOf(204, 'DELETE')).toBe('deleted');
});

test('statuses 477 and 488 cause no notice', () => {
  expect([477, 488, 418, 400].map(isSilentStatus)).toEqual([true, true, false, false]);
});

test('notices before the host is mounted are queued', () => {
  notify({ kind: 'info', message: 'early' });
  const shown: string[] = [];
  setNoticeHost(({ message }) => shown.push(message));
  notify({ kind: 'info', message: 'late' });
  expect(shown).toEqual(['early', 'late']);
});
