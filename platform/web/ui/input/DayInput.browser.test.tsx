import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages, text } from '../../i18n/i18n.ts';
import { show, tried } from '../../test-render.tsx';
import { DayInput } from './DayInput.tsx';

function Day() {
  const [day, setDay] = useState('2026-03-10');
  return (
    <>
      <DayInput label={tried('columns.name')} value={day} onChange={setDay} maxDate="2026-03-31" />
      <output>{day}</output>
    </>
  );
}

const input = () => page.getByLabelText(tried('columns.name'), { exact: true });
const chosen = () => expect.element(page.getByRole('status'));
const fault = (kind: 'unreadable' | 'excluded', typed: string) =>
  page.getByText(text('input', `day.${kind}`, { typed: `\u2066${typed}\u2069` }));

async function leaveWith(typed: string): Promise<void> {
  await input().fill(typed);
  await userEvent.tab();
}

describe.each(languages)('a date field in %s', (language) => {
  test('accepts a typed date', async () => {
    await show(language, <Day />);
    await leaveWith('11/03/2026');
    await chosen().toHaveTextContent('2026-03-11');
    await expect.element(input()).toHaveValue('11/03/2026');
  });

  test('shows an error for a date that does not exist and keeps the previous one', async () => {
    await show(language, <Day />);
    await leaveWith('31/02/2026');
    await expect.element(fault('unreadable', '31/02/2026')).toBeVisible();
    await chosen().toHaveTextContent('2026-03-10');
    await leaveWith('12/03/2026');
    await expect.element(fault('unreadable', '31/02/2026')).not.toBeInTheDocument();
  });

  test('shows an error for a date after the maximum', async () => {
    await show(language, <Day />);
    await leaveWith('01/04/2026');
    await expect.element(fault('excluded', '01/04/2026')).toBeVisible();
    await chosen().toHaveTextContent('2026-03-10');
  });
});
