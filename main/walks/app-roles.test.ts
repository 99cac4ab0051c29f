import { expect, test } from 'vitest';
import { slices } from '../slices.ts';

test('apps have the roles that their people hold in addition to those of the company', () => {
  const roles = slices.flatMap(({ app }) => (app.personRoles ? [[app.id, app.personRoles]] : []));
  expect(Object.fromEntries(roles)).toMatchObject({
    defcon: ['responder'],
    gm: ['responder'],
    rodent: ['company', 'admin', 'supervisor'],
  });
});
