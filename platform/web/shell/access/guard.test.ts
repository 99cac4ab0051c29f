import { expect, test } from 'vitest';
import { solutionsOf } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { maskOf } from '#platform/common/permission-mask.ts';
import type { Me } from '../../session/session-store.ts';
import { testMe as me } from '../../session/test-session.ts';
import { authorize, type Navigation } from './guard.ts';

const app = defineApp({
  kind: 'core',
  id: 'demo',
  brand: 'Demo',
  web: '/demo',
  api: '/demo',
  icon: 'box',
  needs: [],
  routes: {},
  pages: [],
});
const solution = { ...app, id: 'sample', kind: 'solution' as const };
const list = page('list', { access: { permission: 'p_demo_thing_read' } });
const index = { p_demo_thing_read: { index: 3 } };

const allowed = me({ mask: maskOf([3]) });

const open = page('open', { access: 'signed-in' });
const desktop = page('desktop', { access: 'signed-in', mobile: false });
const onward = page('onward', { redirects: ['nowhere', 'list', 'open'] });
const round = page('round', { redirects: ['round'] });
/** Contents: all pages of the demo app, `list` for callers who hold its permission. */
const pageAt = (address: string) => {
  const found = [list, open, desktop, onward, round].find((one) => address === `/demo/${one.path}`);
  return found ? { app, page: found, params: {} } : null;
};

/** A page of the things of all apps, and the page of one that is a saved filter of it. */
const gathering = page('all', { access: 'signed-in', gathers: true });
const saved = page('own/{kind}', {
  access: { permission: 'p_demo_thing_read' },
  savedFilter: { of: '/demo/all', by: { app: 'sample', kind: '{kind}' } },
});
const apps = [
  { ...app, pages: [gathering] },
  { ...solution, pages: [saved] },
  { ...solution, id: 'not-held', pages: [saved] },
];

const go = (
  changes: Partial<Navigation> = {},
  caller: Me | null = me(),
  solutions = solutionsOf([changes.app ?? solution]),
) =>
  authorize(
    {
      target: '/demo/list',
      params: {},
      layout: 'main',
      page: list,
      app,
      from: { path: '/demo/other', layout: 'main' },
      phone: false,
      pageAt,
      ...changes,
    },
    { me: caller, apps, index, solutions },
  );

test('a person with the permission may open the page', () => {
  expect(go({}, allowed)).toEqual({ kind: 'allow' });
});

test('a denied navigation inside the app is cancelled with a notice', () => {
  expect(go()).toEqual({ kind: 'cancel', denied: true });
});

test('a denial at the first load, from the root or from an exempt layout leads to the person’s profile', () => {
  const profile = { kind: 'go', to: '/core/users/profile/5', denied: true };
  expect(go({ from: null })).toEqual(profile);
  expect(go({ from: { path: '/', layout: 'main' } })).toEqual(profile);
  expect(go({ from: { path: '/core/auth/sign-in', layout: 'auth' } })).toEqual(profile);
});

test('a guest is led from the overview and from what is for staff to the first page of the app', () => {
  const home = page('own', { access: { appRoles: { app: 'sample', roles: ['lodger'] } } });
  const guests = { ...solution, pages: [list, home], guestHome: 'own' };
  const guestAt = (role: string, changes: Partial<Navigation>) =>
    authorize(
      { target: '/core', params: {}, layout: 'main', page: open, app, from: null, phone: false, pageAt, ...changes },
      {
        me: me({ apps: ['sample'], user: { kind: 'guest', appRoles: { sample: role } } }),
        apps: [app, guests],
        index,
        solutions: solutionsOf([guests]),
      },
    );
  expect(guestAt('lodger', {})).toEqual({ kind: 'go', to: '/demo/own' });
  expect(guestAt('lodger', { target: '/demo/open' })).toEqual({ kind: 'go', to: '/demo/own', denied: true });
  const inside = { path: '/demo/own', layout: 'main' } as const;
  expect(guestAt('lodger', { target: '/demo/open', from: inside })).toEqual({ kind: 'cancel', denied: true });
  expect(guestAt('lodger', { target: '/demo/own', page: home, app: guests })).toEqual({ kind: 'allow' });
  // A guest whose role has no page of its own.
  expect(guestAt('other', {})).toEqual({ kind: 'go', to: '/core/users/profile/5', denied: true });
});

test('a page may name the address after its denial', () => {
  expect(go({ page: { ...list, onDenied: '/core/users/profile/{me}' } })).toMatchObject({
    to: '/core/users/profile/5',
    denied: true,
  });
});

test('the person’s own profile is always allowed', () => {
  expect(go({ target: '/core/users/profile/5', page: page('x', { access: { adminTypes: ['Super Admin'] } }) })).toEqual(
    { kind: 'allow' },
  );
});

test('a page that names where to go elsewhere leads there from anywhere, with a notice unless it is quiet', () => {
  const led = { ...list, elsewhere: ['/demo/nowhere', '/demo/desktop', '/demo/open'] };
  expect(go({ page: led, from: null, phone: true })).toEqual({ kind: 'go', to: '/demo/open', denied: true });
  expect(go({ page: led })).toEqual({ kind: 'go', to: '/demo/desktop', denied: true });
  expect(go({ page: { ...led, quiet: true } })).toEqual({ kind: 'go', to: '/demo/desktop' });
  const profile = '/core/users/profile/5';
  expect(go({ page: { ...list, elsewhere: ['/demo/nowhere'], quiet: true } })).toEqual({ kind: 'go', to: profile });
});

test('a page for visitors is below /global for them and without the prefix for signed-in people', () => {
  const shown = { ...list, global: true } as const;
  expect(go({ page: shown, target: '/demo/list?a=1' }, null)).toEqual({ kind: 'go', to: '/global/demo/list?a=1' });
  expect(go({ page: shown, target: '/global/demo/list?a=1', layout: 'global' }, null)).toEqual({ kind: 'allow' });
  expect(go({ page: shown, target: '/global/demo/list?a=1', layout: 'global' }, allowed)).toEqual({
    kind: 'go',
    to: '/demo/list?a=1',
  });
  expect(go({ page: shown }).kind).toBe('cancel');
});

test('without a session a page leads to sign-in and back', () => {
  expect(go({ target: '/demo/list?status=a' }, null)).toEqual({
    kind: 'go',
    to: '/core/auth/sign-in?redirect=%2Fdemo%2Flist%3Fstatus%3Da',
    reset: true,
  });
});

test('exempt layouts need no session', () => {
  const signIn = page('auth/sign-in', { access: { public: 'sign in' }, layout: 'auth' });
  expect(go({ layout: 'auth', page: signIn }, null)).toEqual({ kind: 'allow' });
});

test('a signed-in person who opens sign-in is redirected to the main layout', () => {
  const signIn = page('auth/sign-in', { access: { public: 'sign in' }, layout: 'auth' });
  expect(go({ layout: 'auth', page: signIn }, allowed)).toEqual({ kind: 'go', to: '/' });
});

test('a page without phone support redirects phones', () => {
  expect(go({ page: { ...list, mobile: false }, phone: true }, allowed)).toEqual({
    kind: 'go',
    to: '/not-available-on-mobile',
  });
});

test('the pages of an app that the company is not entitled to are denied, whatever their rule', () => {
  expect(go({ app: solution, page: page('x', { access: 'signed-in' }) }).kind).toBe('cancel');
  expect(go({ app: solution, page: page('x', { access: 'signed-in' }) }, me({ apps: ['sample'] })).kind).toBe('allow');
});

test('an app that is not offered to the person is denied', () => {
  const at = { page: page('x', { access: 'signed-in' }) };
  const held = me({ apps: [solution.id] });
  expect(go({ ...at, app: { ...solution, offered: { companyTypes: ['School'] } } }, held).kind).toBe('cancel');
  expect(go({ ...at, app: { ...solution, offered: { companyTypes: ['Customer'] } } }, held).kind).toBe('allow');
});

test('a numeric parameter is compared as a number', () => {
  expect(go({ page: page('users/{userId}', { access: { selfParam: 'userId' } }), params: { userId: '5' } }).kind).toBe(
    'allow',
  );
});

test('a list of redirects leads to the first address that exists and that the person may open', () => {
  expect(go({ page: onward }, allowed)).toEqual({ kind: 'go', to: '/demo/list' });
  expect(go({ page: onward })).toEqual({ kind: 'go', to: '/demo/open' });
});

test('redirects may lead to redirects, and name the person or a parameter of the path', () => {
  expect(go({ page: page('x', { redirects: ['onward'] }) })).toEqual({ kind: 'go', to: '/demo/onward' });
  expect(go({ page: page('x/{part}', { redirects: ['{part}'] }), params: { part: 'open' } })).toEqual({
    kind: 'go',
    to: '/demo/open',
  });
  const profile = (address: string) =>
    address === '/core/users/profile/5' ? { app, page: open, params: { userId: '5' } } : null;
  expect(go({ page: page('x', { redirects: ['/core/users/profile/{me}'] }), pageAt: profile })).toEqual({
    kind: 'go',
    to: '/core/users/profile/5',
  });
});

test('redirects to denied pages only, or in a circle, are denied', () => {
  expect(go({ page: page('x', { redirects: ['nowhere', 'list'] }) })).toEqual({ kind: 'cancel', denied: true });
  expect(go({ page: round })).toEqual({ kind: 'cancel', denied: true });
});

test('a phone is not redirected to a page without phone support', () => {
  const both = page('x', { redirects: ['desktop', 'open'] });
  expect(go({ page: both })).toEqual({ kind: 'go', to: '/demo/desktop' });
  expect(go({ page: both, phone: true })).toEqual({ kind: 'go', to: '/demo/open' });
});

test('without a session a redirect leads to sign-in first', () => {
  expect(go({ page: onward, target: '/demo/onward' }, null)).toMatchObject({
    to: '/core/auth/sign-in?redirect=%2Fdemo%2Fonward',
  });
});

test('a saved filter leads to its page with its filters in addition to the parameters of the address', () => {
  const at = { page: saved, params: { kind: 'status' }, target: '/demo/own/status?thing=5&app=other#end' };
  expect(go(at, allowed)).toEqual({ kind: 'go', to: '/demo/all?thing=5&app=sample&kind=status#end' });
  expect(go(at)).toEqual({ kind: 'cancel', denied: true });
});

test('a page that gathers others is open to those who may open one of them', () => {
  const at = { page: gathering, target: '/demo/all', app };
  const solutions = solutionsOf(apps);
  expect(go(at, me({ mask: maskOf([3]), apps: ['sample'] }), solutions)).toEqual({ kind: 'allow' });
  expect(go(at, allowed, solutions)).toEqual({ kind: 'cancel', denied: true });
  expect(go(at, me({ apps: ['sample'] }), solutions)).toEqual({ kind: 'cancel', denied: true });
});
