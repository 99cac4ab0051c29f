import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import type { PersonalNotice } from '../common/notice.ts';
import { NoticeList } from './NoticeList.tsx';

const notice = (id: number, readAt: string | null): PersonalNotice => ({
  id,
  kind: 'order',
  title: { en: `Order ${id} is paid`, ar: `دُفع الطلب ${id}` },
  path: `/opened/${id}`,
  readAt,
  createdAt: new Date().toISOString(),
});

beforeEach(() => sessionStore.set(permitted()));

describe.each(languages)('the notices of a person in %s', (language) => {
  const title = (id: number) => notice(id, null).title[language];
  const mark = (key: 'markRead' | 'markUnread', id: number) =>
    page.getByRole('button', { name: kit(`inbox.${key}`, { name: title(id) }) });

  test('are marked as read one by one or together, and lead to what they are about', async () => {
    let read: string | null = null;
    const onLeave = vi.fn();
    const sent = testServer({
      'GET /notice': () => [notice(1, read), notice(2, new Date().toISOString())],
      'PATCH /notice/1': null,
      'POST /notice/read': () => {
        read = new Date().toISOString();
        return null;
      },
      'GET /notice/unread': { count: 0 },
    });
    await show(language, <NoticeList onLeave={onLeave} />, { texts: ['notices'] });
    await expect.element(mark('markUnread', 2)).toBeVisible();
    await expectAccessible();
    await mark('markRead', 1).click();
    await expect.poll(() => bodiesOf(sent, 'PATCH', '/notice/1')).toEqual([{ read: true }]);
    await page.getByRole('button', { name: kit('inbox.readAll') }).click();
    await expect.element(page.getByRole('button', { name: kit('inbox.readAll') })).not.toBeInTheDocument();
    await page.getByRole('link', { name: title(1) }).click();
    await expect.element(page.getByTestId('opened')).toBeInTheDocument();
    expect(onLeave).toHaveBeenCalledOnce();
    expect(bodiesOf(sent, 'PATCH', '/notice/1')).toHaveLength(1);
  });

  test('show that there are none', async () => {
    testServer({ 'GET /notice': [] });
    await show(language, <NoticeList onLeave={() => undefined} />, { texts: ['notices'] });
    await expect.element(page.getByText(text('notices', 'noneText'))).toBeVisible();
    await expect.element(page.getByRole('link', { name: text('notices', 'choose') })).toBeVisible();
  });
});
