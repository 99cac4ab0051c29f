import { expect, test } from 'vitest';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { creatableTypes, fitsRequest, requestTypesOf, selectableTypes, servingSide } from './company-kinds.ts';

const as = (
  companyType: (typeof companyTypes)[number] | null,
  adminType: 'Super Admin' | 'Financial Admin' | null = null,
) => ({ companyType, adminType });

test('a Super Admin sees all company types', () => {
  expect(selectableTypes(as(null, 'Super Admin'))).toEqual(companyTypes);
});
test('an Integrator sees FMC, AMC, Operator and Authority', () => {
  expect(selectableTypes(as('Integrator'))).toEqual(['FMC', 'AMC', 'Operator', 'Authority']);
});
test.each(['Customer', 'School', 'FMC', 'Building Owner'] as const)(
  'a %s sees FMC, AMC, Operator, Authority and Security Company',
  (type) => {
    expect(selectableTypes(as(type))).toEqual(['FMC', 'AMC', 'Operator', 'Authority', 'Security Company']);
  },
);
test('an integrator can also create customers, and only a Super Admin can create an integrator', () => {
  expect(creatableTypes(as('Integrator'))).toContain('Customer');
  expect(companyTypes.filter((type) => creatableTypes(as(type)).includes('Integrator'))).toEqual([]);
  expect(creatableTypes(as(null, 'Financial Admin'))).toEqual([]);
});
test('a security company can also create customers, a police headquarters its stations, and no company a headquarters', () => {
  const makersOf = (made: (typeof companyTypes)[number]) =>
    companyTypes.filter((type) => creatableTypes(as(type)).includes(made));
  expect(makersOf('Customer')).toEqual(['Integrator', 'Security Company']);
  expect(makersOf('Local Police Station')).toEqual(['HQ Police Station']);
  expect(makersOf('HQ Police Station')).toEqual([]);
});
test('a provider serves whom it creates and who creates it, and no police serves another', () => {
  expect(servingSide('Security Company', 'Customer')).toBe('maker');
  expect(servingSide('Integrator', 'FMC')).toBe('made');
  expect(servingSide('Customer', 'Security Company')).toBe('made');
  expect(servingSide('HQ Police Station', 'Local Police Station')).toBe(null);
});
test('only providers request clients', () => {
  expect(requestTypesOf('Customer')).not.toContain('ClientEngagement');
  expect(requestTypesOf('FMC')).toContain('ClientEngagement');
  expect(fitsRequest('ClientEngagement', 'FMC', 'Integrator')).toBe(false);
});
