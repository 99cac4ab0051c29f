import { lazy, useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createStore, useStore } from '../../client/store.ts';
import { show } from '../../test-render.tsx';
import { PageFrame } from './PageFrame.tsx';

const loaded = createStore(false);
const Late = lazy(
  () =>
    new Promise<{ default: () => string }>((resolve) => {
      loaded.subscribe(() => resolve({ default: () => 'Late content' }));
    }),
);
const withLate = createStore(false);

function Site() {
  const [tab, setTab] = useState('state');
  return (
    <PageFrame
      title="Tower"
      tabs={[
        { value: 'state', label: 'State' },
        { value: 'devices', label: 'Devices' },
      ]}
      tab={tab}
      onTab={setTab}
    >
      {useStore(withLate) ? <Late /> : 'First content'}
    </PageFrame>
  );
}

test('tabs keep the focus while content loads its code', async () => {
  await show('en', <Site />);
  const tab = page.getByRole('tab', { name: 'State' });
  await expect.element(page.getByText('First content')).toBeVisible();
  (tab.element() as HTMLElement).focus();
  withLate.set(true);
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect.element(tab).toBeVisible();
  await expect.element(tab).toHaveFocus();
  loaded.set(true);
  await expect.element(page.getByText('Late content')).toBeVisible();
  await expect.element(tab).toHaveFocus();
});
