import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inLocal } from '../../client/storage.ts';
import { createStore, useStore } from '../../client/store.ts';
import { show } from '../../test-render.tsx';
import { KeptHeight } from './KeptHeight.tsx';

const heights = inLocal<Record<string, number>>('heights');
const loading = createStore(true);

function Part() {
  return (
    <>
      <KeptHeight of="part" first={300}>
        {useStore(loading) ? (
          <p aria-busy style={{ margin: 0 }}>
            …
          </p>
        ) : (
          <p style={{ blockSize: 120, margin: 0 }}>Loaded</p>
        )}
      </KeptHeight>
      <p data-testid="below" style={{ margin: 0 }}>
        Below
      </p>
    </>
  );
}

const top = () => page.getByTestId('below').element().getBoundingClientRect().top;

beforeEach(() => {
  heights.set({});
  loading.set(true);
});

test('lower content at a first visit fills the usual height, and what is below it stays', async () => {
  await show('en', <Part />);
  await expect.element(page.getByTestId('below')).toBeVisible();
  const before = top();
  loading.set(false);
  await expect.element(page.getByText('Loaded')).toBeVisible();
  await expect.poll(() => heights.get()).toEqual({ part: 120 });
  expect(top()).toBe(before);
});

test('content that became lower since the last visit moves what is below it', async () => {
  heights.set({ part: 300 });
  await show('en', <Part />);
  await expect.element(page.getByTestId('below')).toBeVisible();
  const before = top();
  loading.set(false);
  await expect.element(page.getByText('Loaded')).toBeVisible();
  await expect.poll(() => before - top()).toBe(180);
  await expect.poll(() => heights.get()).toEqual({ part: 120 });
});

test('at a later visit it keeps the height that it had', async () => {
  heights.set({ part: 120 });
  await show('en', <Part />);
  await expect.element(page.getByTestId('below')).toBeVisible();
  const before = top();
  loading.set(false);
  await expect.element(page.getByText('Loaded')).toBeVisible();
  expect(top()).toBe(before);
});
