import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { listenForShortcuts, useShortcut } from './shortcuts.ts';

function Keys({ run, key2 }: { run(name: string): void; key2: boolean }) {
  useShortcut('a', 'page', () => run('page'));
  useShortcut('a', 'panel', () => run('panel'), { enabled: key2 });
  return <input aria-label="field" />;
}

test('the newest shortcut of a key runs, but not while a person types', async () => {
  const run = vi.fn();
  const stop = listenForShortcuts();
  const { rerender } = await render(<Keys run={run} key2 />);
  await userEvent.keyboard('a');
  await rerender(<Keys run={run} key2={false} />);
  await userEvent.keyboard('a');
  expect(run.mock.calls).toEqual([['panel'], ['page']]);
  await page.getByLabelText('field').click();
  await userEvent.keyboard('a');
  expect(run).toHaveBeenCalledTimes(2);
  stop();
});

test('a letter counts by its place on the keyboard, so that an Arabic layout works', async () => {
  const run = vi.fn();
  const stop = listenForShortcuts();
  await render(<Keys run={run} key2={false} />);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ش', code: 'KeyA', bubbles: true }));
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', ctrlKey: true, bubbles: true }));
  expect(run).toHaveBeenCalledTimes(1);
  stop();
});
