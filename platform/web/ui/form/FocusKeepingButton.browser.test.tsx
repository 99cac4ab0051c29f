import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '../../i18n/i18n.ts';
import { show } from '../../test-render.tsx';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';

/** A part of a page whose action takes until `finish`, and counts how often it was started. */
function useWork() {
  const [pending, setPending] = useState(false);
  const [started, setStarted] = useState(0);
  const status = <output>{`${started} ${pending ? 'pending' : 'ready'}`}</output>;
  const start = () => {
    setPending(true);
    setStarted((before) => before + 1);
  };
  return { pending, start, status, finish: () => setPending(false) };
}
type Work = ReturnType<typeof useWork>;

const parts: Record<string, (work: Work) => React.ReactNode> = {
  'a page': ({ pending, start }) => (
    <Button loading={pending} onClick={start}>
      Start
    </Button>
  ),
  'a row': ({ pending, start }) => (
    <ActionIcon loading={pending} onClick={start} aria-label="Start">
      +
    </ActionIcon>
  ),
  'a list of which one is busy': ({ pending, start }) => (
    <Button disabled={pending} onClick={start}>
      Start
    </Button>
  ),
  'a form': ({ pending, start }) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <Button type="submit" loading={pending}>
        Start
      </Button>
    </form>
  ),
  'a dialog': ({ pending, start }) => (
    <ConfirmDialog
      opened
      title="Pump"
      message="?"
      confirmLabel="Start"
      pending={pending}
      onConfirm={start}
      onCancel={() => undefined}
    />
  ),
};

function Shown({ part }: { part: (work: Work) => React.ReactNode }) {
  const work = useWork();
  return (
    <>
      {work.status}
      {part(work)}
      <div role="none" id="finish" onClick={work.finish} />
    </>
  );
}

const button = () => page.getByRole('button', { name: 'Start', exact: true, includeHidden: true });
const status = () => expect.element(page.getByRole('status', { includeHidden: true }));

describe.each(Object.entries(parts))('the button of an action of %s', (_, part) => {
  test.each(languages)('keeps the focus while it waits, and starts nothing twice in %s', async (language) => {
    await show(language, <Shown part={part} />);
    button().element().focus();
    await userEvent.keyboard('{Enter}');
    await status().toHaveTextContent('1 pending');
    // The browser takes the focus from a disabled element when it next draws.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await expect.element(button()).toHaveFocus();
    await expect.element(button()).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter} ');
    await status().toHaveTextContent('1 pending');
    document.getElementById('finish')?.click();
    await status().toHaveTextContent('1 ready');
    await expect.element(button()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await status().toHaveTextContent('2 pending');
  });
});

test('a disabled button without the focus, or which loses it, cannot be reached', async () => {
  await show(
    'en',
    <>
      <Button disabled>Start</Button>
      <Shown
        part={(work) => (
          <Button disabled={work.pending} onClick={work.start}>
            Run
          </Button>
        )}
      />
    </>,
  );
  await expect.element(button()).toBeDisabled();
  const run = page.getByRole('button', { name: 'Run' });
  run.element().focus();
  await userEvent.keyboard('{Enter}');
  await status().toHaveTextContent('1 pending');
  run.element().blur();
  await expect.element(run).toHaveAttribute('disabled');
});
