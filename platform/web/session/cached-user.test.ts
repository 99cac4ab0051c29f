import { beforeEach, expect, test, vi } from 'vitest';
import type { TokenSlot } from '../client/tokens.ts';
import type { Me } from './session-store.ts';

vi.mock('../client/connection.ts', () => ({ tokens: { slot: () => 'primary', pair: () => undefined } }));
const { createCachedUser } = await import('./cached-user.ts');
type Kept = Parameters<typeof createCachedUser>[0];

let stored: ReturnType<Kept['get']>;
let slot: TokenSlot;
let owners: Partial<Record<TokenSlot, number>>;
let customer: number | null;

const item: Kept = {
  key: 'user#1.1.0',
  get: () => stored,
  set: (value) => {
    stored = structuredClone(value);
  },
  remove: () => {
    stored = undefined;
  },
};
const tokenOf = (id: number) => `x.${btoa(JSON.stringify({ sub: String(id) }))}.x`;
const pair = () => {
  const id = owners[slot];
  return id === undefined ? undefined : { accessToken: tokenOf(id), refreshToken: 'r' };
};
const kept = createCachedUser(item, { slot: () => slot, pair }, () => customer);
const me = (id: number): Me => ({
  user: { id, email: 'a@b.test', firstName: 'A', lastName: 'B', locale: 'en', company: null },
  session: {} as Me['session'],
  customers: [],
  company: null,
  asOwner: false,
});

beforeEach(() => {
  stored = undefined;
  slot = 'primary';
  owners = { primary: 5 };
  customer = null;
});

test('the person of the last visit is read from the cache', () => {
  kept.keep(me(5));
  expect(kept.read()).toEqual(me(5));
});

test('only the fields that the shell needs are cached', () => {
  kept.keep({ ...me(5), user: { ...me(5).user, phone: '+971 50 123 4567' } } as Me);
  expect(JSON.stringify(stored)).not.toContain('+971');
});

test('the cached person is ignored for the token of another person, or without a token', () => {
  kept.keep(me(5));
  owners = { primary: 6 };
  expect(kept.read()).toBeNull();
  owners = {};
  expect(kept.read()).toBeNull();
});

test('the cached person is ignored in a tab with another customer', () => {
  kept.keep(me(5));
  customer = 9;
  expect(kept.read()).toBeNull();
});

test('two sessions cache one person each, and the end of the second session keeps the first', () => {
  kept.keep(me(5));
  slot = 'secondary';
  owners = { primary: 5, secondary: 8 };
  expect(kept.read()).toBeNull();
  kept.keep(me(8));
  expect(kept.read()).toEqual(me(8));
  slot = 'primary';
  owners = { primary: 5 };
  kept.prune();
  expect(stored?.secondary).toBeUndefined();
  expect(kept.read()).toEqual(me(5));
});

test('the end of the only session removes the cached person', () => {
  kept.keep(me(5));
  owners = {};
  kept.prune();
  expect(stored).toBeUndefined();
});
