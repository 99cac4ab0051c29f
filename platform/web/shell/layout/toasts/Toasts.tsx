import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { useEffect } from 'react';
import { noticeMs, setNoticeHost } from '../../../client/notices.ts';
import { useStore } from '../../../client/store.ts';
import { directionOf, languageStore, text } from '../../../i18n/i18n.ts';
import { meaningColors } from '../../../theme.ts';
import { usePhone } from '../phone.ts';

/** Shows the notices: at the top of the page, at the inline end; on phones at the bottom. */
export function Toasts() {
  const language = useStore(languageStore);
  const phone = usePhone();
  useEffect(
    () =>
      setNoticeHost((notice) => {
        const shown = {
          color: meaningColors[notice.kind],
          message: notice.message,
          autoClose: notice.timeoutMs ?? noticeMs,
          withBorder: true,
          closeButtonProps: { 'aria-label': text('kit', 'actions.close') },
          role: notice.kind === 'negative' || notice.kind === 'error' ? ('alert' as const) : ('status' as const),
          ...(notice.title ? { title: notice.title } : {}),
        };
        if (notice.id) notifications.hide(notice.id);
        notifications.show(notice.id ? { ...shown, id: notice.id } : shown);
      }),
    [],
  );
  return (
    <Notifications
      // On phones above the bottom bar, where they cover no title.
      position={phone ? 'bottom-center' : directionOf(language) === 'rtl' ? 'top-left' : 'top-right'}
      autoClose={noticeMs}
      limit={5}
    />
  );
}
