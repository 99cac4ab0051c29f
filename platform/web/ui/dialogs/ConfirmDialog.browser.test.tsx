import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '../../i18n/i18n.ts';
import { isMirrored, kit, show } from '../../test-render.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

function Asking() {
  const [opened, setOpened] = useState(true);
  const [answer, setAnswer] = useState('none');
  const say = (what: string) => () => {
    setAnswer(what);
    setOpened(false);
  };
  return (
    <>
      <output>{answer}</output>
      <ConfirmDialog
        opened={opened}
        title="Pump"
        message="?"
        entityName="P-7"
        onConfirm={say('yes')}
        onCancel={say('no')}
      />
    </>
  );
}

const answer = () => expect.element(page.getByRole('status', { includeHidden: true }));
const dialog = () => page.getByRole('dialog', { name: 'Pump' });

describe.each(languages)('a confirmation dialog in %s', (language) => {
  test('names the record and is confirmed with Enter', async () => {
    await show(language, <Asking />);
    await expect.element(dialog().getByText('P-7')).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: kit('actions.delete') })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await answer().toHaveTextContent('yes');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('is cancelled with Esc', async () => {
    await show(language, <Asking />);
    await expect.element(dialog().getByRole('button', { name: kit('actions.delete') })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await answer().toHaveTextContent('no');
  });

  test('has the confirming button at the end of the line', async () => {
    await show(language, <Asking />);
    const left = (key: string) =>
      dialog()
        .getByRole('button', { name: kit(key), exact: true })
        .element()
        .getBoundingClientRect().left;
    await expect.element(dialog()).toBeVisible();
    expect(left('actions.delete') < left('actions.cancel')).toBe(isMirrored(language));
  });
});
