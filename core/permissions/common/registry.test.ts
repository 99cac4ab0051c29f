import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import { type AppManifest, defineApp, page } from '#platform/common/define-app.ts';
import { crud, defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { withinCeiling } from './ceiling.ts';
import { partsOf, permissionsOf, standardRole } from './registry.ts';
import { toggled } from './toggle.ts';
import { visibleStructures } from './visible-structures.ts';

const app = (change: Partial<Parameters<typeof defineApp>[0]>) =>
  defineApp({
    id: 'garage',
    brand: 'F',
    web: '/f',
    api: '/garage',
    icon: 'x',
    needs: [],
    routes: {},
    pages: [],
    ...change,
  }) as AppManifest;
const ruled = (...rules: AccessRule[]) =>
  app({ routes: { all: Object.fromEntries(rules.map((access, at) => [`r${at}`, route.get('/x', { access })])) } });
const only = (manifest: AppManifest) => permissionsOf([manifest]).map(({ key, ceiling }) => [key, ceiling]);
const person = { companyType: 'Customer', adminType: null, role: 'Admin' } as const;

test('permissions are gathered from routes, pages and every branch of a rule, once', () => {
  const vehicle = defineEntity('garage.vehicle', { fields: z.object({ plate: z.string() }) });
  const access = { or: [vehicle.can('read'), { or: [{ permission: 'p_garage_driver_read' }] }] };
  const manifest = app({
    routes: { vehicle: crud(vehicle, '/vehicle') },
    pages: [page('vehicles', { access }), page('old', { redirects: ['vehicles'] })],
  });
  expect(only(manifest).map(([key]) => key)).toEqual(
    ['read', 'create', 'update', 'delete'].map((action) => `p_garage_vehicle_${action}`).concat('p_garage_driver_read'),
  );
});

test('a guest has the permissions of rules that name their role, and no others', () => {
  const appRoles = { app: 'garage', roles: ['driver', 'cleaner'] };
  const manifest = ruled(
    { permission: 'p_garage_vehicle_read' },
    { permission: 'p_garage_job_read', appRoles },
    { and: [{ appRoles: { app: 'garage', roles: ['cleaner'] } }, { or: [{ permission: 'p_garage_bay_read' }] }] },
    { permission: 'p_garage_bay_read' },
  );
  const allowed = (role: string, app = 'garage') =>
    permissionsOf([manifest])
      .filter((one) => withinCeiling({ ...person, kind: 'guest', appRoles: { [app]: role } }, one))
      .map(({ entity }) => entity);
  expect(allowed('driver')).toEqual(['job']);
  expect(allowed('cleaner')).toEqual(['job', 'bay']);
  expect(allowed('driver', 'school')).toEqual([]);
  expect(permissionsOf([manifest]).every((one) => withinCeiling(person, one))).toBe(true);
});

test('an action with a dash keeps its name', () => {
  expect(partsOf('p_meeting-rooms_room-type_set_closed_days')).toEqual({
    module: 'meeting-rooms',
    entity: 'room-type',
    action: 'set-closed-days',
  });
  expect(() => permissionsOf([ruled({ permission: 'p_garage' })])).toThrow('must have the form');
});

describe('the ceiling', () => {
  test.each([
    ['read', 'Viewer'],
    ['acknowledge', 'Operator'],
    ['create', 'Admin'],
    ['delete', 'Admin'],
    ['constructor', undefined],
    ['comment-delete', undefined],
  ])('of the action %s is %s without being stated', (action, role) => expect(standardRole(action)).toBe(role));

  test('must be stated for an action of an app’s own', () => {
    const rule: AccessRule = { permission: 'p_garage_trip_close_books' };
    expect(() => permissionsOf([ruled(rule)])).toThrow('say under "roles" who has "garage.trip.close-books"');
    const stated = { ...ruled(rule), roles: { 'trip.close-books': 'Operator' } } as AppManifest;
    expect(only(stated)).toEqual([['p_garage_trip_close_books', 'Operator']]);
  });

  test('is set by the entity, and above it by the manifest', () => {
    const trip = defineEntity('garage.trip', {
      fields: z.object({}),
      roles: { create: 'Operator', read: 'Operator' },
    });
    const manifest = app({
      routes: { trip: crud(trip, '/trip') },
      roles: { 'trip.read': 'Super Admin', 'garage.*.delete': 'Financial Admin', 'other.trip.update': 'Viewer' },
    });
    expect(Object.fromEntries(only(manifest))).toEqual({
      p_garage_trip_read: 'Super Admin',
      p_garage_trip_create: 'Operator',
      p_garage_trip_update: 'Admin',
      p_garage_trip_delete: 'Financial Admin',
    });
  });

  test('is the platform’s if a rule is only for administrators of the platform', () => {
    const rules = ruled(
      { permission: 'p_order_order_ship', adminTypes: ['Super Admin'] },
      { adminTypes: ['Super Admin', 'Financial Admin'], or: [{ permission: 'p_order_order_refund' }] },
    );
    expect(only(rules)).toEqual([
      ['p_order_order_ship', 'Super Admin'],
      ['p_order_order_refund', 'Financial Admin'],
    ]);
    const [ship, refund] = permissionsOf([rules]) as [never, never];
    const held = (who: Parameters<typeof withinCeiling>[0]) => [withinCeiling(who, ship), withinCeiling(who, refund)];
    expect(held(person)).toEqual([false, false]);
    expect(held({ companyType: null, adminType: 'Financial Admin', role: 'Admin' })).toEqual([false, true]);
    expect(held({ companyType: null, adminType: 'Super Admin', role: 'Admin' })).toEqual([true, true]);
  });

  test('leaves out kinds of companies that no rule admits', () => {
    const key = 'p_garage_gate_read';
    const held = (...rules: AccessRule[]) =>
      permissionsOf([ruled(...rules)]).map((permission) => withinCeiling(person, permission))[0];
    expect(held({ permission: key, companyTypes: ['Security Company'] })).toBe(false);
    expect(
      held({ permission: key, companyTypes: ['Security Company'] }, { permission: key, companyTypes: ['Customer'] }),
    ).toBe(true);
    expect(held({ permission: key, companyTypes: ['Security Company'] }, { permission: key })).toBe(true);
  });
});

test('switching an action on also enables reading; switching reading off does not disable others', () => {
  const available = { device: ['read', 'update', 'install'], report: ['run'] };
  expect(toggled({}, { device: ['update'], report: ['run'] }, available)).toEqual({
    device: ['update', 'read'],
    report: ['run'],
  });
  expect(toggled({ device: ['read', 'update'] }, { device: ['update'] }, available)).toEqual({ device: ['update'] });
  expect(toggled({ device: ['update'] }, { device: [] }, available)).toEqual({});
});

test('groups name the structures that a person sees; administrators see all', () => {
  const user = {
    id: 1,
    companyId: 1,
    kind: 'staff',
    companyType: 'Customer',
    adminType: null,
    isAdmin: false,
    role: 'Viewer',
    fleetRole: null,
    appRoles: {},
    providerTypes: [],
  } as const;
  const session = {
    user,
    apps: ['sample', 'garage'],
    mask: '',
    actingFor: 1,
    abilities: { sample: { 3: { device: ['read'] } }, garage: { 4: {} }, shop: { 5: {} }, structure: { '*': {} } },
  };
  expect(visibleStructures({ session })).toEqual([3, 4]);
  expect(visibleStructures({ session }, ['sample'])).toEqual([3]);
  expect(visibleStructures({ session: { ...session, abilities: { sample: { '*': {} } } } })).toBeNull();
  expect(visibleStructures({ session: { ...session, abilities: {} } })).toEqual([]);
  expect(visibleStructures({ session: { ...session, user: { ...user, role: 'Admin' } } })).toBeNull();
});
