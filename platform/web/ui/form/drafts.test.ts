import { beforeEach, expect, test, vi } from 'vitest';
import { draftOf } from './drafts.ts';

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    },
  });
});

const form = (initial: Record<string, unknown> = { name: '' }) => draftOf('/core/structures/create', initial);

test('a draft is offered after a reload', () => {
  form().save({ name: 'Tower' });
  expect(form().read()).toEqual({ name: 'Tower' });
  form().remove();
  expect(form().read()).toBeNull();
});

test('a draft older than an hour is discarded', () => {
  const now = Date.now();
  form().save({ name: 'Tower' }, now);
  expect(form().read(now + 3_600_000)).toEqual({ name: 'Tower' });
  expect(form().read(now + 3_600_001)).toBeNull();
  expect(form().read(now)).toBeNull();
});

test('the draft of one record is not offered for another', () => {
  form({ name: 'Tower A' }).save({ name: 'Tower A2' });
  expect(form({ name: 'Tower B' }).read()).toBeNull();
  expect(form({ name: 'Tower A' }).read()).toEqual({ name: 'Tower A2' });
});

test('values that equal the initial ones are not a draft', () => {
  form({ name: 'Tower' }).save({ name: 'Tower' });
  expect(form({ name: 'Tower' }).read()).toBeNull();
});

test('passwords, codes and files are never stored in a draft', () => {
  form().save({ name: 'Tower', password: 'x', currentPassword: 'y', tfaCode: '123', logo: new Blob(['x']) });
  expect(form().read()).toEqual({ name: 'Tower' });
});
