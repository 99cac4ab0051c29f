import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconMail, IconMailOpened } from '@tabler/icons-react';
import { Link } from 'react-router';
import { deskAddress } from '#core/alarms/common/alarm-desk.ts';
import type { BellList } from '#core/alarms/web/parts.tsx';
import { bellCalls, useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { InAppMessage } from '../../common/in-app-message.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from './Bell.module.css';

const maxMessages = 20;
const changesCount = { invalidates: [bellCalls.count] };

type Props = { lists: readonly BellList[]; onLeave(): void };

/** The newest messages that notification groups have sent to the person in the app. */
export function MessageList({ lists, onLeave }: Props) {
  const t = useText();
  const query = useData(api.message.list, { list: { limit: maxMessages, total: false } }, { silent: true });
  const readAll = useAction(api.message.readAll, changesCount);
  if (!query.data)
    return (
      <div className={classes.aside}>
        <QueryBoundary of={query} />
      </div>
    );
  const messages = query.data.data;
  if (messages.length === 0)
    return <EmptyState drawing="bell" title={t('bell.noMessages')} text={t('bell.noMessagesText')} />;
  return (
    <>
      <ul className={classes.list} aria-label={t('bell.messages')}>
        {messages.map((message) => {
          const [first] = message.alarms;
          const list = lists.find((one) => one.app.id === first?.app && one.class === first.class);
          return list && <MessageRow key={message.id} message={message} list={list} onLeave={onLeave} />;
        })}
      </ul>
      {messages.some(({ readAt }) => readAt === null) && (
        <div className={classes.foot}>
          <Button
            variant="default"
            size="xs"
            loading={readAll.pending}
            onClick={() => readAll.run({ silent: 'success' })}
          >
            {t('bell.readAll')}
          </Button>
        </div>
      )}
    </>
  );
}

type RowProps = { message: InAppMessage; list: BellList; onLeave(): void };

function MessageRow({ message, list, onLeave }: RowProps) {
  const t = useText();
  const texts = useAlarmTexts(list.app);
  const { language } = useFormats();
  const mark = useAction(api.message.mark, changesCount);
  const { id, readAt, count, alarms, cause, step, at } = message;
  const [first] = alarms;
  if (!first) return null;
  const unread = readAt === null;
  const title = count > 1 ? t('bell.several', { count }) : texts.title(first);
  const occasion = cause === 'escalation' ? t('notified.step', { step }) : t(`notified.causes.${cause}`);
  const subjects = alarms.map((alarm) => alarm.subject.name);
  const setRead = (read: boolean) => mark.run({ params: { id }, body: { read }, silent: 'success' });
  const toggle = t(unread ? 'bell.markRead' : 'bell.markUnread', { message: `${title}, ${subjects[0]}` });
  return (
    <li className={unread ? `${classes.row} ${classes.unread}` : classes.row}>
      <Link
        to={deskAddress(count > 1 ? undefined : first.id)}
        className={classes.link}
        data-row
        onClick={() => {
          if (unread) setRead(true);
          onLeave();
        }}
      >
        <span className={classes.what}>
          <SeverityChip value={first.severity} />
          <span className={classes.kind}>{title}</span>
          {unread && <span className={classes.said}>{t('bell.isUnread')}</span>}
        </span>
        <span className={classes.where}>
          <bdi>{new Intl.ListFormat(language, { type: 'unit' }).format(subjects)}</bdi>
          {count === 1 && first.structure && (
            <>
              {' · '}
              <bdi>{first.structure.name}</bdi>
            </>
          )}
          {' · '}
          {occasion}
          {' · '}
          <Ago at={at} />
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
