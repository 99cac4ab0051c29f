import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineApp } from '../../../common/define-app.ts';
import { type AnyRoute, route } from '../../../common/route.ts';
import { assertFeed } from './feeds.ts';

const access = { public: 'for everybody', feed: 'board' };
const appWith = (feedKinds: readonly string[], board: AnyRoute) =>
  defineApp({
    id: 'signs',
    brand: 'Signs',
    web: '/signs',
    api: '/signs',
    icon: 'box',
    needs: [],
    feedKinds,
    routes: { sign: { board } },
    pages: [],
  });
const reply = z.object({ free: z.number() });
const board = route.get('/public/{token}/board.json', { access, reply });

test('a call with a declared kind of feeds is one, and others are none', () => {
  expect(assertFeed(appWith(['board'], board), board)).toBe(true);
  const plain = route.get('/plain', { access: { public: 'for everybody' }, reply });
  expect(assertFeed(appWith([], plain), plain)).toBe(false);
});

test.each<[string, readonly string[], AnyRoute]>([
  ['names a kind that the app does not declare', ['other'], board],
  ['writes', ['board'], route.post('/public/{token}', { access, reply })],
  ['has no token in its path', ['board'], route.get('/public/board.json', { access, reply })],
  ['is a list', ['board'], route.list('/public/{token}', { access, reply, list: {} })],
  ['writes its reply itself', ['board'], route.get('/public/{token}', { access, reply, raw: true })],
  ['knows its caller', ['board'], route.get('/public/{token}', { access: { ...access, callers: true }, reply })],
  ['has a link as well', ['board'], route.get('/public/{token}', { access: { ...access, link: 'pass' }, reply })],
])('a feed that %s is refused at the start', (_, kinds, of) => {
  expect(() => assertFeed(appWith(kinds, of), of)).toThrow(/^signs: /);
});
