import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { lifecycleOf } from '#platform/common/lifecycle/lifecycle.ts';
import { stepRoutes } from '#platform/common/lifecycle/step-routes.ts';
import { clientOf } from '../../client/client-of.ts';
import { createStore, useStore, type ValueStore } from '../../client/store.ts';
import { languages } from '../../i18n/i18n.ts';
import { kit, show, tried } from '../../test-render.tsx';
import { StepButtons } from './StepButtons.tsx';

const states = ['draft', 'asked', 'granted', 'refused'] as const;
const permitLifecycle = lifecycleOf(states, ['applicant', 'officer', 'system'])({
  table: 'permit',
  column: 'state',
  steps: {
    ask: { from: ['draft'], to: 'asked', by: ['applicant'] },
    grant: { from: ['asked'], to: 'granted', by: ['officer'] },
    refuse: { from: ['asked'], to: 'refused', by: ['officer'] },
    expire: { from: ['asked'], to: 'refused', by: ['system', 'officer'] },
  },
});
const permit = z.object({ id: z.number(), state: z.enum(states) });
const step = stepRoutes(permitLifecycle, '/permit', permit);
const access = { public: 'a test' } as const;
const calls = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    pages: [],
    routes: {
      permit: {
        ask: step('ask', { access }),
        grant: step('grant', { access }),
        refuse: step('refuse', { access, body: z.object({ reason: z.string().optional() }) }),
      },
    },
  }),
).permit;

const buttons = (state: (typeof states)[number], parties: readonly ('applicant' | 'officer')[]) => (
  <StepButtons
    lifecycle={permitLifecycle}
    row={{ id: 7, state }}
    state={state}
    parties={parties}
    calls={calls}
    namespace="tried"
    asks={{ refuse: { danger: true, reason: 'needed' } }}
  />
);
/** The buttons of a permit that changes while they are shown. */
const Followed = ({ state }: { state: ValueStore<(typeof states)[number]> }) =>
  buttons(useStore(state), ['applicant', 'officer']);
const button = (name: string) => page.getByRole('button', { name: tried(`steps.${name}`), exact: true });
const names = () =>
  page
    .getByRole('button')
    .elements()
    .map((element) => element.textContent);

/** Collects the calls, which are answered with the next state. */
function answering() {
  const sent: { url: string; body: unknown; key: string | null }[] = [];
  vi.stubGlobal('fetch', async (url: string, { body, headers }: RequestInit) => {
    sent.push({
      url,
      body: typeof body === 'string' ? JSON.parse(body) : null,
      key: new Headers(headers).get('idempotency-key'),
    });
    return new Response(JSON.stringify({ data: { id: 7, state: 'refused' } }));
  });
  return sent;
}

describe.each(languages)('the buttons of steps in %s', (language) => {
  test('are those that the reader may take in this state and that have a call, the one that leads on last', async () => {
    await show(language, buttons('asked', ['officer']));
    await expect.element(button('grant')).toBeVisible();
    expect(names()).toEqual([tried('steps.refuse'), tried('steps.grant')]);
    await show(language, buttons('asked', ['applicant']));
    await expect.element(button('grant')).not.toBeInTheDocument();
    expect(names()).toEqual([]);
  });

  test('take an ordinary step at once, with a key for repeats', async () => {
    const sent = answering();
    await show(language, buttons('asked', ['officer']));
    await button('grant').click();
    await expect.poll(() => sent).toMatchObject([{ url: expect.stringContaining('/permit/7/grant'), body: null }]);
    expect(sent[0]?.key).toBeTruthy();
  });

  test('hand the focus on to the next step, and only if the reader took the last one', async () => {
    const sent = answering();
    const state = createStore<(typeof states)[number]>('draft');
    const become = (next: (typeof states)[number]) => state.set(next);
    await show(language, <Followed state={state} />);
    await expect.element(button('ask')).toBeVisible();
    become('asked');
    await expect.element(button('grant')).toBeVisible();
    await expect.element(button('grant')).not.toHaveFocus();
    become('draft');
    await expect.element(button('ask')).toBeVisible();
    button('ask').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => sent.length).toBe(1);
    become('asked');
    await expect.element(button('grant')).toHaveFocus();
  });

  test('ask before a step that ends something, require its reason, and send it, by keyboard', async () => {
    const sent = answering();
    await show(language, buttons('asked', ['officer']));
    button('refuse').element().focus();
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: tried('steps.refuse') });
    await expect.element(dialog.getByText(tried('stepTexts.refuse'))).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: tried('steps.refuse') })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    const reason = dialog.getByRole('textbox', { name: kit('steps.reason') });
    await expect.element(dialog.getByText(kit('validation.Required'))).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.fill(reason, 'No insurance');
    await dialog.getByRole('button', { name: tried('steps.refuse') }).click();
    await expect.poll(() => sent).toMatchObject([{ body: { reason: 'No insurance' } }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
