import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { transport } from '../../client/connection.ts';
import { languages } from '../../i18n/i18n.ts';
import { expectAccessible } from '../../test-axe.ts';
import { kit, show } from '../../test-render.tsx';
import { refusal, testServer } from '../../test-server.ts';

const needed = { word: 'reason-needed', detail: { app: 'kit', kind: 'trail' } };
const button = (key: 'viewReason.show' | 'actions.cancel') => page.getByRole('button', { name: kit(key), exact: true });

/** A server that wants a reason for each view of a path, and returns the one that it got. */
const wanting = () =>
  testServer({
    ...Object.fromEntries(
      ['a', 'b'].map((name) => [
        `GET /track/${name}`,
        ({ headers }) => {
          const reason = headers.get('view-reason');
          return reason === null ? refusal(422, needed) : [decodeURIComponent(reason)];
        },
      ]),
    ),
  });
const read = (name: string) => transport.send({ method: 'GET', path: `/track/${name}`, open: true, silent: true });

describe.each(languages)('a view that needs a reason, in %s', (language) => {
  const path = language === 'en' ? 'a' : 'b';

  test('is not shown if the person cancels, and is repeated with the reason that the person gives', async () => {
    const sent = wanting();
    await show(language, <output>Tracks</output>);
    const cancelled = read(path).catch((error: unknown) => error);
    await button('actions.cancel').click();
    expect(await cancelled).toMatchObject({ status: 422, word: 'reason-needed' });

    const answered = read(path);
    await button('viewReason.show').click();
    await expect.element(page.getByText(kit('viewReason.short', { count: 5 }))).toBeVisible();
    await expectAccessible();
    await page.getByRole('textbox', { name: kit('viewReason.reason') }).fill('بلاغ رقم ١٢');
    await button('viewReason.show').click();
    expect((await answered).data).toEqual(['بلاغ رقم ١٢']);

    // The next page of the same list has the same reason.
    expect((await read(path)).data).toEqual(['بلاغ رقم ١٢']);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(sent).toHaveLength(5);
  });
});
