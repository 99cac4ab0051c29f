import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Inbox, InboxRow } from '#platform/web/ui/inbox/Inbox.tsx';
import type { PersonalNotice } from '../common/notice.ts';
import { api, useText } from './api.ts';
import { useNoticeKinds } from './use-notice-kinds.ts';

const shownNotices = 20;
const changesCount = { invalidates: [api.notice.unread] };

/** The newest notices of the person, as links to their subjects. */
export function NoticeList({ onLeave }: { onLeave(): void }) {
  const t = useText();
  const query = useData(api.notice.list, { list: { limit: shownNotices, total: false } }, { silent: true });
  const readAll = useAction(api.notice.readAll, changesCount);
  return (
    <Inbox
      label={t('title')}
      query={query}
      empty={{ title: t('none'), text: t('noneText') }}
      readAll={readAll}
      foot={
        <Anchor component={Link} to="/core/users/notices" onClick={onLeave} size="sm">
          {t('choose')}
        </Anchor>
      }
    >
      {(notice) => <NoticeRow key={notice.id} notice={notice} onLeave={onLeave} />}
    </Inbox>
  );
}

function NoticeRow({ notice, onLeave }: { notice: PersonalNotice; onLeave(): void }) {
  const { labelOf } = useNoticeKinds();
  const { language } = useFormats();
  const mark = useAction(api.notice.mark, changesCount);
  const title = notice.title[language];
  return (
    <InboxRow
      to={notice.path}
      unread={notice.readAt === null}
      name={title}
      title={<bdi>{title}</bdi>}
      details={labelOf(notice.kind)}
      at={notice.createdAt}
      marking={mark.pending}
      onMark={(read) => mark.run({ params: { id: notice.id }, body: { read }, silent: 'success' })}
      onLeave={onLeave}
    />
  );
}
