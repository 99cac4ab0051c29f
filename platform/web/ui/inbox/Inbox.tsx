import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconMail, IconMailOpened } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ReplyPage } from '../../client/client-of.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import { EmptyState } from '../state/EmptyState.tsx';
import { QueryBoundary } from '../state/QueryBoundary.tsx';
import { Ago } from '../time/Ago.tsx';
import classes from './Inbox.module.css';

type Message = { id: number; readAt: string | null };
/** An action of `useAction`. */
type Action = { pending: boolean; run(args: { silent: 'success' }): void };

type Props<Row extends Message> = {
  label: string;
  query: UseQueryResult<ReplyPage<Row>>;
  empty: { title: string; text: string };
  readAll: Action;
  /** At the start of the last line. */
  foot?: ReactNode;
  children(message: Row): ReactNode;
};

/** The newest messages of a person as `InboxRow`s, with a button that marks all of them as read. */
export function Inbox<Row extends Message>({ label, query, empty, readAll, foot, children }: Props<Row>) {
  const t = useKitText();
  const rows = query.data?.data;
  const unread = rows?.some(({ readAt }) => readAt === null);
  return (
    <>
      {!rows ? (
        <div className={classes.foot}>
          <QueryBoundary of={query} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState drawing="bell" {...empty} />
      ) : (
        <ul className={classes.list} aria-label={label}>
          {rows.map(children)}
        </ul>
      )}
      {(foot || unread) && (
        <Group className={classes.foot} justify="space-between">
          {foot}
          {unread && (
            <Button
              variant="default"
              size="xs"
              loading={readAll.pending}
              onClick={() => readAll.run({ silent: 'success' })}
            >
              {t('inbox.readAll')}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

type RowProps = {
  /** The address that the message leads to; following it marks the message as read. */
  to: string;
  unread: boolean;
  /** Names the message in the label of its button. */
  name: string;
  title: ReactNode;
  /** What the message is about, in addition to its time. */
  details: ReactNode;
  at: string;
  marking: boolean;
  onMark(read: boolean): void;
  onLeave(): void;
};

/** A message as a link, with a button that marks it as read or unread. */
export function InboxRow({ to, unread, name, title, details, at, marking, onMark, onLeave }: RowProps) {
  const t = useKitText();
  const toggle = t(unread ? 'inbox.markRead' : 'inbox.markUnread', { name });
  return (
    <li className={classes.row} data-unread={unread || undefined}>
      <Link
        to={to}
        className={classes.link}
        data-row
        onClick={() => {
          if (unread) onMark(true);
          onLeave();
        }}
      >
        <span className={classes.title}>{title}</span>
        <span className={classes.details}>
          {unread && `${t('inbox.isUnread')} · `}
          {details}
          {' · '}
          <Ago at={at} />
        </span>
      </Link>
      <Tooltip label={toggle}>
        <ActionIcon size="lg" loading={marking} aria-label={toggle} onClick={() => onMark(unread)}>
          {unread ? <IconMail size={iconSizes.md} aria-hidden /> : <IconMailOpened size={iconSizes.md} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
