import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import type { LiveState } from '../../../client/live/live.ts';
import { languages } from '../../../i18n/i18n.ts';
import { kit, show } from '../../../test-render.tsx';
import { LiveStateOutput } from './LiveStateBadge.tsx';

const states: readonly LiveState[] = ['idle', 'live', 'connecting', 'reconnecting', 'offline'];
const badge = () => page.getByRole('status', { includeHidden: true });

test.each(languages)('the badge of the live connection is as wide in every state: %s', async (language) => {
  const widths = new Set<number>();
  for (const state of states) {
    await show(language, <LiveStateOutput state={state} phone={false} />);
    await expect.element(badge()).toBeInTheDocument();
    await document.fonts.ready;
    widths.add(badge().element().getBoundingClientRect().width);
    if (state !== 'idle')
      await expect.element(page.getByText(kit(`shell.live.${state}`), { exact: true })).toBeVisible();
    await cleanup();
  }
  expect(widths.size).toBe(1);
});
