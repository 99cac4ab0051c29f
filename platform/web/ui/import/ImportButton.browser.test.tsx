import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { type ImportBody, importRoute } from '#platform/common/import.ts';
import { clientOf } from '../../client/client-of.ts';
import { languages, loadTexts, text } from '../../i18n/i18n.ts';
import { sessionStore } from '../../session/session-store.ts';
import { testMe } from '../../session/test-session.ts';
import { expectAccessible } from '../../test-axe.ts';
import { kit, show, tried } from '../../test-render.tsx';
import { bodiesOf, testServer } from '../../test-server.ts';
import { ImportButton } from './ImportButton.tsx';

const { tank } = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    pages: [],
    routes: { tank: { import: importRoute('/tank', 'signed-in') } },
  }),
);
const columns = [
  { field: 'serial', required: true, example: 'T-1' },
  { field: 'name', example: 'North tank' },
];
const north = { serial: 'T-1', name: 'North tank' };
const nameless = { name: 'Without a serial number' };

/** The file: a line that can be imported, and one without a required value. */
const file = () => {
  const lines = [[tried('columns.serial'), tried('columns.name')], Object.values(north), ['', nameless.name]];
  return new File([lines.map((line) => line.join(';')).join('\n')], 'tanks.csv', { type: 'text/csv' });
};

const input = (key: string) => text('input', `import.${key}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const panel = () => page.getByRole('dialog', { name: kit('import.title') });
const bring = () => panel().getByRole('button', { name: input('bring'), exact: true });

beforeEach(() => sessionStore.set({ me: testMe(), index: {} }));

describe.each(languages)('an import in %s', (language) => {
  /** Opens the import and checks the file. */
  async function check(): Promise<void> {
    await button(kit('import.title')).click();
    await expect.element(button(input('choose'))).toBeVisible();
    await expectAccessible();
    await userEvent.upload(document.querySelector('input[type=file]') ?? document.body, file());
    await button(input('check')).click();
    await expect.element(panel().getByText(input('checked.done'))).toBeVisible();
  }

  test('is checked first, shows the reason for each refused line, and can be repeated', async () => {
    const stored = new Set<unknown>();
    const sent = testServer({
      'POST /tried/tank/import': ({ body }) => {
        const { dryRun, lines } = body as ImportBody;
        return lines.map(({ serial }) => {
          if (serial === undefined) return { outcome: 'refused', errors: [{ param: 'serial', msg: 'Required' }] };
          const outcome = stored.has(serial) ? 'unchanged' : 'created';
          if (!dryRun) stored.add(serial);
          return { outcome, errors: [] };
        });
      },
    });
    await show(language, <ImportButton of={tank.import} columns={columns} namespace="tried" />);
    await loadTexts(['input']);
    await check();
    const reason = `${tried('columns.serial')}: ${kit('validation.Required')}`;
    await expect.element(panel().getByRole('cell', { name: reason })).toBeVisible();
    await expectAccessible();
    expect(stored).toEqual(new Set());
    await bring().click();
    await expect.element(panel().getByText(input('brought.done'))).toBeVisible();
    expect(stored).toEqual(new Set([north.serial]));
    await panel()
      .getByRole('button', { name: kit('actions.close'), exact: true })
      .last()
      .click();
    await expect.element(panel()).not.toBeInTheDocument();

    // Nothing is left to import.
    await check();
    await expect.element(bring()).toBeDisabled();
    expect(bodiesOf(sent, 'POST', '/tried/tank/import')).toEqual([
      { dryRun: true, lines: [north, nameless] },
      { dryRun: false, lines: [north] },
      { dryRun: true, lines: [north, nameless] },
    ]);
  });

  test('of a file that is not a table shows an error', async () => {
    await show(language, <ImportButton of={tank.import} columns={columns} namespace="tried" />);
    await loadTexts(['input']);
    await button(kit('import.title')).click();
    await expect.element(button(input('choose'))).toBeVisible();
    const pdf = new File([new Uint8Array([37, 80, 68, 70, 0])], 'tanks.pdf', { type: 'application/pdf' });
    await userEvent.upload(document.querySelector('input[type=file]') ?? document.body, pdf);
    await expect.element(panel().getByRole('alert')).toHaveTextContent(input('unreadable.kind'));
  });
});
