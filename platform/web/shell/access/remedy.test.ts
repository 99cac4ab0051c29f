import { expect, test } from 'vitest';
import type { DenialReason, Session } from '#platform/common/access.ts';
import { testSession } from '../../session/test-session.ts';
import { remedyOf } from './remedy.ts';

const session = (user: Partial<Session['user']> = {}): Session => testSession({ user });
const group: DenialReason = { kind: 'group', ability: 'sample.device.read' };
const role: DenialReason = { kind: 'role', permission: 'p_sample_device_update' };
const type: DenialReason = { kind: 'company-type', types: ['School'] };

test('groups and roles are given by the administrators of the company', () => {
  expect(remedyOf([group, role], session())).toBe('administrators');
  expect(remedyOf([{ kind: 'app-not-held', app: 'sample' }], session())).toBe('administrators');
});

test('what an administrator of the company lacks comes from outside', () => {
  expect(remedyOf([role], session({ isAdmin: true, role: 'Admin' }))).toBe('provider');
});

test('the hardest of what is missing decides, and of several ways the easiest', () => {
  expect(remedyOf([group, type], session())).toBe('nobody');
  expect(remedyOf([{ kind: 'no-way', ways: [[type], [group]] }], session())).toBe('administrators');
  expect(remedyOf([{ kind: 'no-way', ways: [[type], [group, type]] }], session())).toBe('nobody');
});

test('a missing company is selected by the person, on the platform as well', () => {
  expect(remedyOf([{ kind: 'no-company' }], session({ adminType: 'Super Admin', companyId: null }))).toBe('select');
  expect(remedyOf([type], session({ adminType: 'Financial Admin', companyId: null }))).toBe('nobody');
});
