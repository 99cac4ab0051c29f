import { deskAddress } from '#core/alarms/common/alarm-desk.ts';
import type { BellList } from '#core/alarms/web/parts.tsx';
import { bellCalls, useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Inbox, InboxRow } from '#platform/web/ui/inbox/Inbox.tsx';
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
  return (
    <Inbox
      label={t('bell.messages')}
      query={query}
      empty={{ title: t('bell.noMessages'), text: t('bell.noMessagesText') }}
      readAll={readAll}
    >
      {(message) => {
        const [first] = message.alarms;
        const list = lists.find((one) => one.app.id === first?.app && one.class === first.class);
        return list && <MessageRow key={message.id} message={message} list={list} onLeave={onLeave} />;
      }}
    </Inbox>
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
  const title = count > 1 ? t('bell.several', { count }) : texts.title(first);
  const occasion = cause === 'escalation' ? t('notified.step', { step }) : t(`notified.causes.${cause}`);
  const subjects = alarms.map((alarm) => alarm.subject.name);
  return (
    <InboxRow
      to={deskAddress(count > 1 ? undefined : first.id)}
      unread={readAt === null}
      name={`${title}, ${subjects[0]}`}
      title={
        <>
          <SeverityChip value={first.severity} />
          <span className={classes.kind}>{title}</span>
        </>
      }
      details={
        <>
          <bdi>{new Intl.ListFormat(language, { type: 'unit' }).format(subjects)}</bdi>
          {count === 1 && first.structure && (
            <>
              {' · '}
              <bdi>{first.structure.name}</bdi>
            </>
          )}
          {' · '}
          {occasion}
        </>
      }
      at={at}
      marking={mark.pending}
      onMark={(read) => mark.run({ params: { id }, body: { read }, silent: 'success' })}
      onLeave={onLeave}
    />
  );
}
