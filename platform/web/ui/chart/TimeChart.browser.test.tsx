import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '../../i18n/i18n.ts';
import { kit, show } from '../../test-render.tsx';
import { TimeChart } from './TimeChart.tsx';

const points = [0, 1, 2].map((n) => [n * 60_000, n] as const);

describe.each(languages)('a chart in %s', (language) => {
  test('fills the screen and leaves it with Escape', async () => {
    await show(language, <TimeChart label="CO2" series={[{ name: 'CO2', points }]} />);
    await page.getByRole('button', { name: kit('chart.fullScreen', { chart: 'CO2' }) }).click();
    const leave = page.getByRole('button', { name: kit('chart.leaveFullScreen', { chart: 'CO2' }) });
    await expect.element(leave).toBeVisible();
    expect(document.fullscreenElement?.tagName).toBe('FIGURE');
    await userEvent.keyboard('{Escape}');
    await expect.element(leave).not.toBeInTheDocument();
    expect(document.fullscreenElement).toBeNull();
  });
});
