import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show, tried } from '#platform/web/test-render.tsx';
import { ChangedFields } from './History.tsx';

describe.each(languages)('the changed fields of a record in %s', (language) => {
  test('name a field whose values were erased without showing it as empty', async () => {
    const changes = [
      { field: 'name', before: null, after: null, forgotten: true as const },
      { field: 'serial', before: 'A-1', after: null },
    ];
    await show(language, <ChangedFields line={{ action: 'update', about: [], changes }} namespace="tried" />, {
      texts: ['tried'],
    });
    await expect.element(page.getByText(tried('columns.name'))).toBeVisible();
    await expect.element(page.getByText(kit('history.forgotten'))).toBeVisible();
    expect(page.getByText(kit('history.nothing'), { exact: true }).elements()).toHaveLength(1);
    await expectAccessible();
  });
});
