import { expect, test } from 'vitest';
import { limitedAbilities } from './limited-abilities.ts';

const abilities = {
  garage: { 7: { car: ['read', 'drive'] }, 8: { car: ['read'] } },
  places: { '*': { structure: ['read'] } },
};
const person = { isAdmin: false, abilities, apps: ['garage'] };
const named = ['garage.car.drive', 'places.structure.read', 'garage.key.read'];

test('a token has the named abilities that its person has, and sees the structures that the person sees', () => {
  expect(limitedAbilities(person, { named, structures: null })).toEqual({
    garage: { 7: { car: ['drive'] }, 8: {} },
    places: { '*': { structure: ['read'] } },
  });
});

test('what holds everywhere holds at the structures of the token only', () => {
  expect(limitedAbilities(person, { named, structures: [7, 9] })).toEqual({
    garage: { 7: { car: ['drive'] } },
    places: { 7: { structure: ['read'] }, 9: { structure: ['read'] } },
  });
});

test('a token of an administrator has all named abilities, everywhere or at its structures', () => {
  const administrator = { isAdmin: true, abilities: {}, apps: ['garage', 'school'] };
  expect(limitedAbilities(administrator, { named: ['garage.car.drive'], structures: null })).toEqual({
    garage: { '*': { car: ['drive'] } },
    school: { '*': {} },
  });
  expect(limitedAbilities(administrator, { named: ['garage.car.drive'], structures: [7] })).toEqual({
    garage: { 7: { car: ['drive'] } },
    school: { 7: {} },
  });
});
