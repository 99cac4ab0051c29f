import { IconCheck } from '@tabler/icons-react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Language, languages } from '../../../i18n/i18n.ts';
import { sessionStore } from '../../../session/session-store.ts';
import { testMe } from '../../../session/test-session.ts';
import { kit, show, tried } from '../../../test-render.tsx';
import type { AnyRow } from '../table/columns.tsx';
import type { BulkAction } from './row-actions.tsx';
import { SelectionBar } from './SelectionBar.tsx';

const rows: AnyRow[] = [{ id: 1 }, { id: 2 }];
const selected = () => page.getByRole('region', { name: kit('list.selectedRows', { count: rows.length }) });
const updated = () => page.getByText(kit('notifications.rowsUpdated'), { exact: true });

beforeEach(() => sessionStore.set({ me: testMe(), index: {} }));

/** Does the one action that is offered, and waits until the list is notified of its end. */
async function act(language: Language, action: Pick<BulkAction<AnyRow>, 'run' | 'updates'>): Promise<void> {
  const done = Promise.withResolvers<void>();
  const actions = [{ key: 'activate', icon: IconCheck, ...action }];
  const common = { namespace: 'tried', rows, count: rows.length, onClear() {}, onRemove() {} };
  await show(language, <SelectionBar {...common} actions={actions} onDone={done.resolve} />);
  // By the keyboard: a notice may cover the bar.
  const button = selected().getByRole('button').first();
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await done.promise;
}

describe.each(languages)('an action on selected rows in %s', (language) => {
  test('is named by the texts of its slice, if it has one of its own', async () => {
    const actions = [{ key: 'call-guard', namespace: 'tried', icon: IconCheck }];
    const nothing = () => undefined;
    const common = { namespace: 'kit', rows, count: rows.length, onClear: nothing, onRemove: nothing, onDone: nothing };
    await show(language, <SelectionBar {...common} actions={actions} />);
    await expect.element(page.getByRole('button', { name: tried('actions.call-guard') })).toBeVisible();
  });

  test('that changes them shows a notice when it is done', async () => {
    await act(language, { run: async () => null, updates: true });
    await expect.element(updated()).toBeVisible();
    if (language === 'en') await expect.element(page.getByText('Rows have been updated successfully')).toBeVisible();
  });
});
