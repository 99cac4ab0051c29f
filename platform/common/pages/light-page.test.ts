import { expect, test } from 'vitest';
import { page } from '../define-app.ts';
import { lightPagesOf, lightParams } from './light-page.ts';

const access = { public: 'for the test' };

test('the light pages of an app have the address and the calls of the app that mounts them', () => {
  const pages = [
    page('pass', { access, light: 'rooms/pass' }),
    page('/open/{token}', { access, light: 'access/link' }),
    page('other', { access }),
  ];
  expect(lightPagesOf({ web: '/rooms', api: '/rooms/api', pages })).toEqual([
    { page: 'rooms/pass', api: '/rooms/api', address: '/rooms/pass' },
    { page: 'access/link', api: '/rooms/api', address: '/open/{token}' },
  ]);
});

test('only its own addresses are those of a light page', () => {
  const page = { address: '/open.now/{of}/{token}' };
  expect(lightParams(page, '/open.now/door/s3-_cret')).toEqual({ of: 'door', token: 's3-_cret' });
  expect(lightParams(page, '/open.now/door/s/')).toEqual({ of: 'door', token: 's' });
  for (const other of ['/open.now/door', '/openxnow/door/s', '/open.now/door/s/more', '/a/open.now/door/s'])
    expect(lightParams(page, other)).toBeNull();
});
