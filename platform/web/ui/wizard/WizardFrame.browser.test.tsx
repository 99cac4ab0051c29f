import { Button } from '@mantine/core';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../i18n/i18n.ts';
import { kit, show } from '../../test-render.tsx';
import { WizardFrame } from './WizardFrame.tsx';

const steps = ['Place', 'Plan', 'Review'];
const left: string[] = [];

/** A wizard whose first two steps are complete once they are confirmed. */
function Wizard() {
  const [active, setActive] = useState(0);
  const [reached, setReached] = useState(0);
  return (
    <WizardFrame
      steps={steps}
      active={active}
      reached={reached}
      onStep={setActive}
      onLeave={() => left.push('left')}
      finish={<Button>Done</Button>}
      summary="3 rooms"
    >
      <Button onClick={() => setReached(active + 1)}>{`Confirm ${steps[active]}`}</Button>
    </WizardFrame>
  );
}
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe.each(languages)('a wizard in %s', (language) => {
  const [back, next] = [() => button(kit('actions.back')), () => button(kit('wizard.next'))];

  test('goes on only from complete steps, back to any, and ends with its own button', async () => {
    await show(language, <Wizard />);
    await expect.element(next()).toBeDisabled();
    for (const name of ['Place', 'Plan']) {
      await button(`Confirm ${name}`).click();
      await next().click();
    }
    await expect.element(button('Done')).toBeVisible();
    await expect.element(next()).not.toBeInTheDocument();
    await expect.element(page.getByText('3 rooms')).toBeVisible();
    await page.getByRole('button', { name: 'Place' }).first().click();
    await expect.element(button('Confirm Place')).toBeVisible();
  });

  test('is left by going back from its first step', async () => {
    left.length = 0;
    await show(language, <Wizard />);
    await back().click();
    expect(left).toEqual(['left']);
  });

  test('names its step on a phone', async () => {
    await show(language, <Wizard />);
    await page.viewport(390, 844);
    await expect.element(page.getByText(kit('wizard.stepOf', { step: 1, count: 3, name: 'Place' }))).toBeVisible();
  });
});
