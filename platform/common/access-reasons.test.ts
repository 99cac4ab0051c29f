import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Access, type AccessRule, anyAccount, denial, explain, type Session } from './access.ts';
import { page } from './define-app.ts';
import { maskOf } from './permission-mask.ts';
import { route } from './route.ts';

const index = { p_sample_device_read: { index: 0 }, p_sample_device_update: { index: 9 } };
const user = {
  id: 7,
  kind: 'staff',
  companyId: 3,
  companyType: 'Customer',
  adminType: null,
  isAdmin: false,
  role: 'Viewer',
  fleetRole: null,
  appRoles: {},
  providerTypes: [],
} as const;
const session = (change: Partial<Session> = {}, person: Partial<Session['user']> = {}): Session => ({
  user: { ...user, ...person },
  apps: ['sample'],
  mask: maskOf([0]),
  abilities: { sample: { 12: { device: ['read'] } } },
  actingFor: 3,
  ...change,
});
const authorize = (who: Session | null, access: Access, params: Record<string, unknown> = {}) =>
  denial(who, access, {
    index,
    solutions: new Map([
      ['sample', {}],
      ['garage', {}],
    ]),
    params,
  });
const read: AccessRule = { permission: 'p_sample_device_read', ability: 'sample.device.read' };

describe('a route or page that names to whom it is offered', () => {
  const solutions = new Map<string, { offered?: AccessRule }>([
    ['sample', { offered: { notCompanyTypes: ['Customer'] } }],
    ['garage', { offered: { companyTypes: ['FMC'] } }],
  ]);
  const drivers: AccessRule = { appRoles: { app: 'sample', roles: ['driver'] } };
  const driver = session({ apps: ['sample', 'garage'] }, { appRoles: { sample: 'driver' } });
  const denialFor = (who: Session, access: Access, app?: string) =>
    denial(who, access, { index, solutions, ...(app ? { app } : {}) });

  test('is not for the people to whom only the app is offered, but for these', () => {
    const own = route.get('/own', { access: 'signed-in', offeredTo: drivers }).access;
    expect(denialFor(driver, own, 'sample')).toBeNull();
    expect(denialFor(session({}, { companyType: 'FMC' }), own, 'sample')).toBe('app-not-offered');
    expect(denialFor({ ...driver, apps: [] }, own, 'sample')).toBe('app-not-held');
    const list = route.list('/own', { access: read, offeredTo: drivers, reply: z.string(), list: {} }).access;
    const ownPage = page('own', { access: read, offeredTo: drivers }).access;
    for (const access of [list, ownPage]) {
      expect(denialFor(driver, access, 'sample')).toBeNull();
      expect(denialFor(driver, access)).toBeNull();
    }
  });

  test('still requires its access', () => {
    const update = route.get('/own', { access: { permission: 'p_sample_device_update' }, offeredTo: drivers });
    expect(denialFor(driver, update.access, 'sample')).toBe('no-permission');
  });

  test('does not open another app whose ability it needs', () => {
    const foreign = route.get('/own', { access: { ability: 'garage.vehicle.read' }, offeredTo: drivers });
    expect(denialFor(driver, foreign.access, 'sample')).toBe('app-not-offered');
  });

  test('cannot be public', () => {
    expect(() => route.get('/own', { access: { public: 'a reason' }, offeredTo: drivers })).toThrow('a reason');
  });
});

describe('a guest', () => {
  const resident: AccessRule = { appRoles: { app: 'sample', roles: ['resident'] } };
  const guest = session({ abilities: {} }, { kind: 'guest', appRoles: { sample: 'resident' } });

  test('passes only what names the role, or concerns the own account', () => {
    for (const access of ['signed-in', {}, { needsCompany: true }, { companyAdmin: false }, read] as const)
      expect(authorize(guest, access), JSON.stringify(access)).toBe('no-permission');
    expect(authorize(guest, anyAccount)).toBeNull();
    expect(authorize(guest, resident)).toBeNull();
    expect(authorize(session({}, { kind: 'guest', appRoles: { sample: 'tutor' } }), resident)).toBe('no-permission');
    expect(explain(guest, 'signed-in', { index, solutions: new Map() })).toEqual([{ kind: 'guest' }]);
  });

  test('needs the permission of a rule that names the role, but no permission group', () => {
    for (const access of [{ ...read, ...resident }, { and: [resident, read] }, { ...resident, or: [read] }]) {
      expect(authorize(guest, access), JSON.stringify(access)).toBeNull();
      expect(authorize({ ...guest, mask: '' }, access)).toBe('no-permission');
    }
  });

  test('passes an alternative that names the role, not one that others have', () => {
    const others: AccessRule = { companyTypes: ['Customer'] };
    expect(authorize(guest, { or: [others, { companyAdmin: true }] })).toBe('no-permission');
    expect(authorize(guest, { or: [others, resident] })).toBeNull();
    expect(authorize(guest, { or: [others, { ...resident, companyAdmin: true }] })).toBe('no-permission');
    expect(authorize(guest, { and: [{ or: [others, resident] }, others] })).toBeNull();
    expect(authorize(guest, { and: [others, read] })).toBe('no-permission');
  });

  test('may not use the own account of somebody else', () => {
    const own: AccessRule = { selfParam: 'id', guests: true };
    expect(authorize(guest, own, { id: 7 })).toBeNull();
    expect(authorize(guest, own, { id: 8 })).toBe('no-permission');
  });
});
