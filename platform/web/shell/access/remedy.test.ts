import { expect, test } from 'vitest';
import type { DenialReason, Session } from '#platform/common/access.ts';
import { testSession } from '../../session/test-session.ts';
import { remedyOf } from './remedy.ts';

const session = (user: Partial<Session['user']> = {}): Session => testSession({ user });
const group: DenialReason = { kind: 'group', ability: 'sample.device.read' };
const role: DenialReason = { kind: 'role', permission: 'p_sample_device_update' };
const type: DenialReason = { kind: 'company-type', types: ['School'] };

test('administrators of the company can grant groups and roles', () => {
  expect(remedyOf([group, role], session())).toBe('administrators');
  expect(remedyOf([{ kind: 'app-not-held', app: 'sample' }], session())).toBe('administrators');
});

test('only the provider can grant what an administrator of the company lacks', () => {
  expect(remedyOf([role], session({ isAdmin: true, role: 'Admin' }))).toBe('provider');
});

test('the remedy is the hardest of several reasons, and the easiest of several alternatives', () => {
  expect(remedyOf([group, type], session())).toBe('nobody');
  expect(remedyOf([{ kind: 'no-way', ways: [[type], [group]] }], session())).toBe('administrators');
  expect(remedyOf([{ kind: 'no-way', ways: [[type], [group, type]] }], session())).toBe('nobody');
});

test('a person can select a missing company, also an administrator of the platform', () => {
  expect(remedyOf([{ kind: 'no-company' }], session({ adminType: 'Super Admin', companyId: null }))).toBe('select');
  expect(remedyOf([type], session({ adminType: 'Financial Admin', companyId: null }))).toBe('nobody');
});
