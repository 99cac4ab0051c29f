import { describe, expect, test } from 'vitest';
import { hasAbilityOn, resourcesWith } from './ability-resources.ts';
import { type Access, type AccessRule, can, denial, explain, type Session } from './access.ts';
import { maskOf } from './permission-mask.ts';

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

test('only public routes are open without a session', () => {
  expect(authorize(null, { public: 'the reason' })).toBeNull();
  for (const access of ['signed-in', read, {}] as const) expect(authorize(null, access)).toBe('no-session');
  expect(authorize(session(), 'signed-in')).toBeNull();
});

test('an ability is granted only with the app, the permission and the ability', () => {
  expect(authorize(session(), read)).toBeNull();
  expect(authorize(session({ apps: [] }), read)).toBe('app-not-held');
  expect(authorize(session({ mask: '' }), read)).toBe('no-permission');
  expect(authorize(session({ abilities: {} }), read)).toBe('no-permission');
  expect(authorize(session({ abilities: { sample: { 12: { device: ['update'] } } } }), read)).toBe('no-permission');
});

test('a company administrator needs no permission group, but the permission and the app', () => {
  const admin = { isAdmin: true, role: 'Admin' } as const;
  expect(authorize(session({ abilities: {} }, admin), read)).toBeNull();
  expect(
    authorize(session({ abilities: {} }, admin), {
      permission: 'p_sample_device_update',
      ability: 'sample.device.update',
    }),
  ).toBe('no-permission');
  expect(authorize(session({ apps: [] }, admin), read)).toBe('app-not-held');
});

test('an app that is not offered to the person denies every call and page of it', () => {
  const solutions = new Map([['sample', { offered: { notCompanyTypes: ['Customer'] } as AccessRule }]]);
  const denialFor = (who: Session, access: Access, app = 'sample') => denial(who, access, { index, solutions, app });
  const fmc = session({}, { companyType: 'FMC' });
  for (const access of [read, 'signed-in', {}] as const) {
    expect(denialFor(session(), access)).toBe('app-not-offered');
    expect(denialFor(fmc, access)).toBeNull();
  }
  expect(denialFor(session(), { public: 'the reason' })).toBeNull();
});

test('an unregistered permission is denied to everybody', () => {
  expect(
    authorize(session({ mask: maskOf([0, 1, 2, 3, 4]) }, { adminType: 'Super Admin' }), {
      permission: 'p_nobody_knows_it',
    }),
  ).toBe('no-permission');
});

describe('the conditions of an access rule', () => {
  const superAdmin = session({}, { adminType: 'Super Admin', companyId: null, companyType: null });
  test.each<[AccessRule, Record<string, unknown>, boolean]>([
    [{ selfParam: 'id' }, { id: 7 }, true],
    [{ selfParam: 'id' }, { id: '7' }, true],
    [{ selfParam: 'id' }, { id: 8 }, false],
    [{ selfParam: 'id' }, {}, false],
    [{ companyParam: 'id' }, { id: 3 }, true],
    [{ companyParam: 'id' }, { id: 4 }, false],
    [{ companyTypes: ['Customer'] }, {}, true],
    [{ companyTypes: ['Integrator'] }, {}, false],
    [{ notCompanyTypes: ['Customer'] }, {}, false],
    [{ notCompanyTypes: ['Integrator'] }, {}, true],
    [{ adminTypes: ['Super Admin'] }, {}, false],
    [{ companyAdmin: true }, {}, false],
    [{ or: [{ companyTypes: ['Integrator'] }, { companyTypes: ['Customer'] }] }, {}, true],
    [{ or: [] }, {}, false],
    [{ selfParam: 'id', or: [{ companyTypes: ['Integrator'] }] }, { id: 7 }, false],
  ])('the rule %j with the parameters %j grants access: %j', (rule, params, held) =>
    expect(authorize(session(), rule, params) === null).toBe(held),
  );
  test('let Super Admins pass, except for another person’s id', () => {
    for (const rule of [
      { adminTypes: ['Super Admin'] },
      { companyAdmin: true },
      { companyParam: 'id' },
    ] as AccessRule[])
      expect(authorize(superAdmin, rule, { id: 99 })).toBeNull();
    expect(authorize(superAdmin, { selfParam: 'id' }, { id: 99 })).toBe('no-permission');
    expect(authorize(session({}, { adminType: 'Financial Admin' }), { adminTypes: ['Super Admin'] })).toBe(
      'no-permission',
    );
  });
  test('a rule with needsCompany denies access without a selected company', () => {
    expect(authorize(session({ actingFor: null }), { needsCompany: true })).toBe('no-company');
    expect(can(session(), { needsCompany: true }, { index, solutions: new Map() })).toBe(true);
  });
});

test('the resources of an action are those that grant it, or null when all do', () => {
  expect(resourcesWith(session(), 'sample', 'device', 'read')).toEqual([12]);
  expect(resourcesWith(session(), 'sample', 'device', 'update')).toEqual([]);
  expect(
    resourcesWith(session({ abilities: { sample: { '*': { device: ['read'] } } } }), 'sample', 'device', 'read'),
  ).toBeNull();
  expect(resourcesWith(session({}, { isAdmin: true }), 'sample', 'device', 'read')).toBeNull();
});

describe('an explanation of a denial', () => {
  const why = (access: AccessRule, who = session(), params: Record<string, unknown> = {}) =>
    explain(who, access, {
      index,
      solutions: new Map([
        ['sample', {}],
        ['garage', {}],
      ]),
      params,
    });

  test('names each condition that does not hold', () => {
    expect(why({ ability: 'garage.vehicle.read' })).toEqual([
      { kind: 'app-not-held', app: 'garage' },
      { kind: 'group', ability: 'garage.vehicle.read' },
    ]);
    expect(why({ permission: 'p_sample_device_update' })).toEqual([
      { kind: 'role', permission: 'p_sample_device_update' },
    ]);
    expect(why({ ability: 'sample.device.update' })).toEqual([{ kind: 'group', ability: 'sample.device.update' }]);
    expect(why({ needsCompany: true }, session({ actingFor: null }))).toEqual([{ kind: 'no-company' }]);
    expect(why({ adminTypes: ['Super Admin'] })).toEqual([{ kind: 'admin-type', types: ['Super Admin'] }]);
    expect(why({ companyTypes: ['School'] })).toEqual([{ kind: 'company-type', types: ['School'] }]);
    expect(why({ notCompanyTypes: ['Customer'] })).toEqual([{ kind: 'company-type', types: ['Customer'], not: true }]);
    expect(why({ companyAdmin: true })).toEqual([{ kind: 'company-admin' }]);
    const administrator = session({}, { isAdmin: true });
    expect(why({ companyAdmin: false }, administrator)).toEqual([{ kind: 'not-company-admin' }]);
    expect(why({ companyAdmin: false })).toEqual([]);
    expect(why({ selfParam: 'id' }, session(), { id: 8 })).toEqual([{ kind: 'other-person' }]);
    expect(why({ companyParam: 'id' }, session(), { id: 8 })).toEqual([{ kind: 'other-company' }]);
    expect(explain(null, read, { index, solutions: new Map() })).toEqual([{ kind: 'no-session' }]);
  });

  test('takes the parameter id where a rule names none', () => {
    for (const rule of [{ selfParam: true }, { companyParam: true }] as const)
      expect(why(rule, session(), { id: 8 })).toEqual(
        why({ ...('selfParam' in rule ? { selfParam: 'id' } : { companyParam: 'id' }) }, session(), { id: 8 }),
      );
    expect(why({ selfParam: true }, session(), { id: 7, userId: 8 })).toEqual([]);
  });

  test('names the missing conditions of several rules that must all hold', () => {
    const rule: AccessRule = { and: [{ companyAdmin: true }, read, { ability: 'sample.device.update' }] };
    expect(why(rule)).toEqual([{ kind: 'company-admin' }, { kind: 'group', ability: 'sample.device.update' }]);
  });

  test('names what is missing for each way in, and nothing if one is open', () => {
    const rule: AccessRule = { or: [{ companyAdmin: true }, { ability: 'sample.device.update' }] };
    expect(why(rule)).toEqual([
      { kind: 'no-way', ways: [[{ kind: 'company-admin' }], [{ kind: 'group', ability: 'sample.device.update' }]] },
    ]);
    expect(why({ or: [...(rule.or ?? []), read] })).toEqual([]);
  });

  test('lists all conditions, the most important one first', () => {
    const rule = { ...read, companyAdmin: true, needsCompany: true } as const;
    const nobody = session({ apps: [], actingFor: null, mask: '', abilities: {} });
    expect(why(rule, nobody).map(({ kind }) => kind)).toEqual([
      'app-not-held',
      'no-company',
      'company-admin',
      'role',
      'group',
    ]);
  });
});

describe('an ability of one structure', () => {
  const context = { index: {}, solutions: new Map([['sample', {}]]) };
  const both = session({
    abilities: { sample: { 12: { device: ['read', 'command'] }, 14: { device: ['read'] } } },
  });
  const command: AccessRule = { ability: 'sample.device.command' };

  test('applies only to what it contains', () => {
    const on = (resource: number | null) => can(both, command, { ...context, resource });
    expect([on(12), on(14), on(null), can(both, command, context)]).toEqual([true, false, false, true]);
    expect([12, 14, null].map((id) => hasAbilityOn(both, 'sample', 'device', 'command', id))).toEqual([
      true,
      false,
      false,
    ]);
    const everywhere = session({ abilities: { sample: { '*': { device: ['command'] } } } });
    expect(can(everywhere, command, { ...context, resource: null })).toBe(true);
    expect(can(session({ abilities: {} }, { isAdmin: true }), command, { ...context, resource: 14 })).toBe(true);
  });

  test('is checked for the route parameter that the rule names', () => {
    const page: AccessRule = { ...command, resourceParam: 'structureId' };
    const at = (structureId: unknown) => can(both, page, { ...context, params: { structureId } });
    expect([at(12), at('12'), at(14)]).toEqual([true, true, false]);
  });
});

test('an app without abilities and unknown types are logged as warnings', () => {
  const warnings: string[] = [];
  const context = { index: {}, solutions: new Map(), warn: (message: string) => void warnings.push(message) };
  can(session({ abilities: {} }), { ability: 'sample.device.read' }, context);
  can(session(), { or: [{ companyTypes: ['Bakery' as never] }, { adminTypes: ['King' as never] }] }, context);
  can(session(), read, context);
  expect(warnings).toEqual([
    'No abilities for the app "sample"',
    'Unknown company type "Bakery" in an access rule',
    'Unknown admin type "King" in an access rule',
  ]);
});
