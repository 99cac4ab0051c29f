import { expect, test } from 'vitest';
import { textOf } from '#platform/server/locale-texts.ts';
import { slices } from '../slices.ts';

test('apps have the roles that their people hold in addition to those of the company', () => {
  const roles = slices.flatMap(({ app }) => (app.personRoles ? [[app.id, app.personRoles]] : []));
  expect(Object.fromEntries(roles)).toMatchObject({
    defcon: ['responder'],
    gm: ['responder'],
    rodent: ['company', 'admin', 'supervisor'],
  });
});

test('every role within an app has a name in both languages', () => {
  for (const { app } of slices)
    for (const role of app.personRoles ?? [])
      for (const language of ['en', 'ar'] as const)
        expect(textOf(app, language, `personRoles.${role}`), `${app.id} ${role} ${language}`).toBeTruthy();
});
