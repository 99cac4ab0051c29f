import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../test-render.tsx';
import { SidePanel } from './SidePanel.tsx';

function Page() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      {opened && (
        <SidePanel title="Bay" onClose={() => setOpened(false)}>
          Content
        </SidePanel>
      )}
    </>
  );
}

test('a panel gives the focus back to what opened it', async () => {
  await show('en', <Page />);
  const open = page.getByRole('button', { name: 'Open' });
  (open.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
});
