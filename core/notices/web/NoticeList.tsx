import { ActionIcon, Anchor, Button, Group, Tooltip } from '@mantine/core';
import { IconMail, IconMailOpened } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import type { PersonalNotice } from '../common/notice.ts';
import { api, useText } from './api.ts';
import classes from './NoticeList.module.css';

const shownNotices = 20;
const changesCount = { invalidates: [api.notice.unread] };

/** The newest notices of the person, as links to their subjects. */
export function NoticeList({ onLeave }: { onLeave(): void }) {
  const t = useText();
  const query = useData(api.notice.list, { list: { limit: shownNotices, total: false } }, { silent: true });
  const readAll = useAction(api.notice.readAll, changesCount);
  const rows = query.data?.data;
  return (
    <>
      {!rows ? (
        <div className={classes.foot}>
          <QueryBoundary of={query} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState drawing="bell" title={t('none')} text={t('noneText')} />
      ) : (
        <ul className={classes.list} aria-label={t('title')}>
          {rows.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} onLeave={onLeave} />
          ))}
        </ul>
      )}
      <Group className={classes.foot} justify="space-between">
        <Anchor component={Link} to="/core/users/notices" onClick={onLeave} size="sm">
          {t('choose')}
        </Anchor>
        {rows?.some(({ readAt }) => readAt === null) && (
          <Button
            variant="default"
            size="xs"
            loading={readAll.pending}
            onClick={() => readAll.run({ silent: 'success' })}
          >
            {t('readAll')}
          </Button>
        )}
      </Group>
    </>
  );
}

function NoticeRow({ notice, onLeave }: { notice: PersonalNotice; onLeave(): void }) {
  const t = useText();
  const { language } = useFormats();
  const mark = useAction(api.notice.mark, changesCount);
  const { id, path, readAt, createdAt } = notice;
  const title = notice.title[language];
  const unread = readAt === null;
  const setRead = (read: boolean) => mark.run({ params: { id }, body: { read }, silent: 'success' });
  const toggle = t(unread ? 'markRead' : 'markUnread', { notice: title });
  return (
    <li className={classes.row} data-unread={unread || undefined}>
      <Link
        to={path}
        className={classes.link}
        data-row
        onClick={() => {
          if (unread) setRead(true);
          onLeave();
        }}
      >
        <bdi>{title}</bdi>
        <span className={classes.about}>
          {unread && `${t('isUnread')} · `}
          {t(`kinds.${notice.kind}`)}
          {' · '}
          <Ago at={createdAt} />
        </span>
      </Link>
      <Tooltip label={toggle}>
        <ActionIcon size="lg" loading={mark.pending} aria-label={toggle} onClick={() => setRead(unread)}>
          {unread ? <IconMail size={iconSizes.md} aria-hidden /> : <IconMailOpened size={iconSizes.md} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
