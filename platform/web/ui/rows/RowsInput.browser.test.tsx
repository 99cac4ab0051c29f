import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../i18n/i18n.ts';
import { expectAccessible } from '../../test-axe.ts';
import { show, tried } from '../../test-render.tsx';
import { RowsInput } from './RowsInput.tsx';

type Row = { name: string };

function Names({ first }: { first: readonly Row[] }) {
  const [rows, setRows] = useState(first);
  return (
    <RowsInput
      value={rows}
      onChange={setRows}
      newRow={() => ({ name: '' })}
      addLabel={tried('empty.place.text')}
      removeLabel={({ name }, index) => `${name} ${index + 1}`}
      least={1}
      most={3}
    >
      {({ row, index, change, remove }) => (
        <Group>
          <TextInput
            aria-label={`${tried('columns.name')} ${index + 1}`}
            value={row.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          {remove}
        </Group>
      )}
    </RowsInput>
  );
}

const add = () => page.getByRole('button', { name: tried('empty.place.text') });
const field = (at: number) => page.getByRole('textbox', { name: `${tried('columns.name')} ${at}`, exact: true });

describe.each(languages)('rows of a field in %s', (language) => {
  test('are added up to the maximum, changed one by one, and removed down to the minimum', async () => {
    await show(language, <Names first={[{ name: 'Noor' }]} />);
    await expect.element(page.getByRole('button', { name: 'Noor 1' })).toBeDisabled();
    await add().click();
    await field(2).fill('Sara');
    await add().click();
    await field(3).fill('Omar');
    await expect.element(add()).not.toBeInTheDocument();
    await expectAccessible();
    await page.getByRole('button', { name: 'Sara 2' }).click();
    await expect.element(field(2)).toHaveValue('Omar');
    await expect.element(field(1)).toHaveValue('Noor');
    await expect.element(field(3)).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Noor 1' }).click();
    await expect.element(field(1)).toHaveValue('Omar');
    await expect.element(page.getByRole('button', { name: 'Omar 1' })).toBeDisabled();
  });
});
