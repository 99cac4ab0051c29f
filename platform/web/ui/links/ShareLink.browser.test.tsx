import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { clientOf } from '../../client/client-of.ts';
import { queryClient } from '../../client/query-client.ts';
import { languages } from '../../i18n/i18n.ts';
import { sessionStore } from '../../session/session-store.ts';
import { permitted } from '../../session/test-session.ts';
import { expectAccessible } from '../../test-axe.ts';
import { kit, show } from '../../test-render.tsx';
import { type Sent, testServer } from '../../test-server.ts';
import { ShareLink } from './ShareLink.tsx';

const access = canDo('tried.thing', 'update');
const routes = {
  makeLink: route.post('/thing/{id}/link', { access, reply: z.object({ url: z.string() }) }),
  revokeLinks: route.delete('/thing/{id}/link', { access }),
};
const { thing } = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    pages: [],
    routes: { thing: routes },
  }),
);
const url = 'https://rasid.test/tried/card#abc';
const sharing = <ShareLink calls={thing} params={{ id: 3 }} name="Ladder 7" days={90} />;
const button = (key: string) => page.getByRole('button', { name: kit(key), exact: true });

function serving(): readonly Sent[] {
  queryClient.clear();
  return testServer({ 'POST /tried/thing/3/link': { url }, 'DELETE /tried/thing/3/link': null });
}

describe.each(languages)('sharing a record in %s', (language) => {
  test('makes a link, which is shown once and can be copied', async () => {
    const sent = serving();
    sessionStore.set(permitted(access));
    await show(language, sharing);
    await button('link.share').click();
    await expect.element(page.getByText(kit('link.shareText', { count: 90 }))).toBeVisible();
    await button('link.make').click();
    await expect.element(page.getByLabelText(kit('link.address'), { exact: true })).toHaveValue(url);
    await expect.element(button('link.copy')).toBeVisible();
    await expectAccessible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: kit('actions.close') })
      .click();
    await button('link.share').click();
    await expect.element(page.getByText(url)).not.toBeInTheDocument();
    expect(sent.map(({ method }) => method)).toEqual(['POST']);
  });

  test('ends the links that were made before', async () => {
    const sent = serving();
    sessionStore.set(permitted(access));
    await show(language, sharing);
    await button('link.share').click();
    await button('link.endAll').click();
    await expect.element(button('link.endAll')).not.toBeInTheDocument();
    expect(sent.map(({ method }) => method)).toEqual(['DELETE']);
  });

  test('is offered only to people who may make links', async () => {
    serving();
    sessionStore.set(permitted());
    await show(language, sharing);
    await expect.element(button('link.share')).not.toBeInTheDocument();
  });
});
