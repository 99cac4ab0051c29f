import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../test-render.tsx';
import { useAddressState } from './use-address-state.ts';

const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join();
const write = (names: readonly string[], before: URLSearchParams) => {
  const next = new URLSearchParams(before);
  next.set('names', names.join());
  return next;
};

function Names() {
  const [params, setParams] = useSearchParams();
  const text = params.get('names') ?? '';
  const inAddress = useMemo(() => (text ? text.split(',') : []), [text]);
  const [names, set] = useAddressState<readonly string[]>(inAddress, { isSame, write });
  return (
    <>
      {['north', 'south'].map((name) => (
        <button key={name} type="button" onClick={() => set([...names, name])}>
          {name}
        </button>
      ))}
      <button type="button" onClick={() => setParams({ names: 'west' })}>
        other
      </button>
      <output>{names.join()}</output>
    </>
  );
}

const button = (name: string) => page.getByRole('button', { name }).element() as HTMLElement;

test('the second of two quick choices builds on the first, though the address does not contain it yet', async () => {
  await show('en', <Names />);
  button('north').click();
  // Between two clicks of a person the page is drawn, but the address may still be changing.
  await Promise.resolve();
  button('south').click();
  await expect.element(page.getByRole('status')).toHaveTextContent('north,south');
  // What the address says later counts, whatever changed it.
  button('other').click();
  await expect.element(page.getByRole('status')).toHaveTextContent('west');
});
