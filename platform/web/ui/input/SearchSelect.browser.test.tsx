import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Endpoint } from '../../client/client-of.ts';
import { languages } from '../../i18n/i18n.ts';
import { kit, show, tried } from '../../test-render.tsx';
import { SearchSelect } from './SearchSelect.tsx';

const names = () =>
  tried('emirates')
    .split('|')
    .map((name, id) => ({ id, name }));

/** A call that finds by the beginning of a name. */
const places = {
  app: 'tried',
  name: 'place.list',
  keyPrefix: ['tried', 'place'],
  key: (args?: unknown) => ['tried', 'place', 'list', args ?? null],
  async send({ list }: { list?: { search?: string } } = {}) {
    const data = names().filter(({ name }) => name.startsWith(list?.search ?? ''));
    return { data, totalRecords: data.length };
  },
} as unknown as Endpoint<AnyRoute>;

function Choice() {
  const [value, setValue] = useState<number | null>(null);
  return (
    <>
      <SearchSelect label={tried('columns.kind')} of={places} value={value} onChange={setValue} />
      <output>{String(value)}</output>
    </>
  );
}

const input = () => page.getByRole('combobox', { name: tried('columns.kind') });
const chosen = () => expect.element(page.getByRole('status'));

describe.each(languages)('a select with a search in %s', (language) => {
  test('offers the matches of the server and selects one by keyboard', async () => {
    await show(language, <Choice />);
    const [, dubai, sharjah] = names().map(({ name }) => name) as [string, string, string];
    await input().click();
    await expect.element(page.getByRole('option', { name: sharjah })).toBeVisible();
    await input().fill(dubai.slice(0, 2));
    await expect.element(page.getByRole('option', { name: sharjah })).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await chosen().toHaveTextContent('1');
    await expect.element(input()).toHaveValue(dubai);
  });

  test('shows the options of a group below its heading', async () => {
    const [ajman, dubai, sharjah] = names().map(({ name }) => name) as [string, string, string];
    const group = ({ name }: { name: string }) => (name === ajman ? undefined : tried('columns.name'));
    await show(language, <SearchSelect label={tried('columns.kind')} of={places} group={group} />);
    await input().click();
    const headed = page.getByRole('group', { name: tried('columns.name') });
    await expect.element(headed.getByRole('option', { name: dubai })).toBeVisible();
    await expect.element(headed.getByRole('option', { name: sharjah })).toBeVisible();
    await expect.element(headed.getByRole('option', { name: ajman })).not.toBeInTheDocument();
  });

  test('shows that nothing matches while an option is selected, and keeps the selection', async () => {
    await show(language, <Choice />);
    const [, dubai] = names().map(({ name }) => name) as [string, string];
    await input().click();
    await page.getByRole('option', { name: dubai }).click();
    await input().click();
    await input().fill('zzz');
    await expect.element(page.getByText(kit('list.noOptions'))).toBeVisible();
    await expect.element(page.getByRole('option', { name: dubai })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}{Tab}');
    await chosen().toHaveTextContent('1');
    await expect.element(input()).toHaveValue(dubai);
  });

  test('reports that options could not be loaded, instead of showing an empty list', async () => {
    const failing = { ...places, send: () => Promise.reject(new Error('offline')), key: () => ['tried', 'failing'] };
    await show(language, <SearchSelect label={tried('columns.kind')} of={failing as typeof places} />);
    await input().click();
    await expect.element(page.getByText(kit('list.optionsFailed'))).toBeVisible();
  });

  test('shows that nothing matches, and selects nothing', async () => {
    await show(language, <Choice />);
    await input().click();
    await input().fill('zzz');
    await expect.element(page.getByText(kit('list.noOptions'))).toBeVisible();
    await userEvent.keyboard('{Enter}{Escape}');
    await chosen().toHaveTextContent('null');
  });
});
