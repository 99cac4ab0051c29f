import { expect, test } from 'vitest';
import type { Session } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { maskOf } from '#platform/common/permission-mask.ts';
import type { Me } from '../session/session-store.ts';
import { judge, type Navigation } from './guard.ts';

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
const solution = { ...app, id: 'swam', kind: 'solution' as const };
const list = page('list', { access: { permission: 'p_demo_thing_read' } });
const index = { p_demo_thing_read: { index: 3 } };

const session: Session = {
  user: {
    id: 5,
    companyId: 7,
    companyType: 'Customer',
    adminType: null,
    isAdmin: false,
    role: 'Viewer',
    fleetRole: null,
  },
  apps: [],
  mask: maskOf([]),
  abilities: {},
  actingFor: 7,
};
const me = (changes: Partial<Session> = {}): Me => ({
  user: { id: 5, email: '', firstName: '', lastName: '', locale: 'en', company: null },
  session: { ...session, ...changes },
  customers: [],
  company: null,
  asOwner: false,
});
const allowed = me({ mask: maskOf([3]) });

const go = (changes: Partial<Navigation> = {}, who: Me | null = me()) =>
  judge(
    {
      target: '/demo/list',
      params: {},
      layout: 'main',
      page: list,
      app,
      from: { path: '/demo/other', layout: 'main' },
      phone: false,
      ...changes,
    },
    { me: who, index, solutions: new Set(['swam']) },
  );

test('who holds the permission passes', () => {
  expect(go({}, allowed)).toEqual({ kind: 'allow' });
});

test('a denied navigation inside the app is cancelled with a notice', () => {
  expect(go()).toEqual({ kind: 'cancel', denied: true });
});

test('a denial on arrival, from the root or from an exempt layout leads to the own profile', () => {
  const profile = { kind: 'go', to: '/core/users/profile/5', denied: true };
  expect(go({ from: null })).toEqual(profile);
  expect(go({ from: { path: '/', layout: 'main' } })).toEqual(profile);
  expect(go({ from: { path: '/core/auth/sign-in', layout: 'auth' } })).toEqual(profile);
});

test('a page may name where its denial leads', () => {
  expect(go({ page: { ...list, onDenied: '/core/users/profile/{me}' } })).toMatchObject({
    to: '/core/users/profile/5',
    denied: true,
  });
});

test('the own profile is always allowed', () => {
  expect(go({ target: '/core/users/profile/5', page: page('x', { access: { adminTypes: ['Super Admin'] } }) })).toEqual(
    { kind: 'allow' },
  );
});

test('the market is denied without a notice', () => {
  expect(go({ target: '/core/market/main?x=1', from: null })).toEqual({ kind: 'go', to: '/core/users/profile/5' });
});

test('without a session one signs in and comes back', () => {
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

test('who is signed in and opens sign-in comes to the main layout', () => {
  const signIn = page('auth/sign-in', { access: { public: 'sign in' }, layout: 'auth' });
  expect(go({ layout: 'auth', page: signIn }, allowed)).toEqual({ kind: 'go', to: '/core' });
});

test('a page that is not made for phones sends phones away', () => {
  expect(go({ page: { ...list, mobile: false }, phone: true }, allowed)).toEqual({
    kind: 'go',
    to: '/not-available-on-mobile',
  });
});

test('the pages of an app that the company does not hold are denied, whatever their rule', () => {
  expect(go({ app: solution, page: page('x', { access: 'signed-in' }) }).kind).toBe('cancel');
  expect(go({ app: solution, page: page('x', { access: 'signed-in' }) }, me({ apps: ['swam'] })).kind).toBe('allow');
});

test('an app that is not offered to the person is denied', () => {
  expect(go({ app: { ...app, offered: { companyTypes: ['School'] } } }, allowed).kind).toBe('cancel');
});

test('a numeric parameter is compared as a number', () => {
  expect(go({ page: page('users/{userId}', { access: { selfParam: 'userId' } }), params: { userId: '5' } }).kind).toBe(
    'allow',
  );
});
