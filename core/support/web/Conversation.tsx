import { Anchor, Button, Divider, Loader, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Fragment, useLayoutEffect, useRef } from 'react';
import type { RecordStep } from '#platform/common/lifecycle/lifecycle.ts';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { openFile } from '#platform/web/ui/attachments/open-file.ts';
import { StoredImage } from '#platform/web/ui/images/StoredImage.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import type { TicketMessage } from '../common/ticket.ts';
import { api, useText } from './api.ts';
import classes from './Support.module.css';
import { useConversation } from './use-conversation.ts';
import type { Outgoing } from './use-outgoing.ts';

type Props = {
  id: number;
  steps: readonly RecordStep[];
  outgoing: readonly Outgoing[];
  onRetry(message: Outgoing): void;
  onDismiss(clientId: string): void;
};

/** The messages of a ticket with the steps between them, and those that are on their way. */
export function Conversation({ id, steps, outgoing, onRetry, onDismiss }: Props) {
  const t = useText();
  const { newest, messages, complete, loading, loadEarlier, firstUnread } = useConversation(id);
  const list = useRef<HTMLDivElement>(null);
  useScroll(list, messages, outgoing.length, firstUnread);
  if (!newest.data) return <QueryBoundary of={newest} height="100%" />;
  const [first] = messages;
  const shown = steps.filter(({ at }) => complete || (first !== undefined && at >= first.at));
  const before = (at: string | undefined, from: string | undefined) =>
    shown.filter((step) => (at === undefined || step.at < at) && (from === undefined || step.at >= from));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls, also by keyboard
    <section ref={list} className={classes.messages} role="log" aria-label={t('conversation')} tabIndex={0}>
      {!complete && (
        <Button variant="subtle" size="compact-sm" loading={loading} onClick={() => void loadEarlier()}>
          {t('earlier')}
        </Button>
      )}
      {messages.map((message, at) => (
        <Fragment key={message.n}>
          {before(message.at, messages[at - 1]?.at).map((step) => (
            <StepLine key={step.id} step={step} />
          ))}
          {message.n === firstUnread && <Divider className={classes.unread} label={t('newMessages')} data-unread />}
          <Bubble message={message} />
        </Fragment>
      ))}
      {before(undefined, messages.at(-1)?.at).map((step) => (
        <StepLine key={step.id} step={step} />
      ))}
      {outgoing.map((message) => (
        <OutgoingBubble key={message.clientId} message={message} onRetry={onRetry} onDismiss={onDismiss} />
      ))}
    </section>
  );
}

const nearEnd = 160;

/** Begins at the first unread message, follows new ones at the end, and stays in place when earlier ones are added. */
function useScroll(
  list: React.RefObject<HTMLDivElement | null>,
  messages: readonly TicketMessage[],
  outgoing: number,
  firstUnread: number | undefined,
): void {
  const seen = useRef<{ first: number; last: number; outgoing: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const box = list.current;
    const [first, last] = [messages[0]?.n, messages.at(-1)?.n];
    if (!box || first === undefined || last === undefined) return;
    const before = seen.current;
    seen.current = { first, last, outgoing, height: box.scrollHeight };
    const unread = firstUnread ? box.querySelector('[data-unread]') : null;
    if (!before) {
      if (unread) unread.scrollIntoView({ block: 'start' });
      else box.scrollTop = box.scrollHeight;
    } else if (first < before.first) box.scrollTop += box.scrollHeight - before.height;
    else if (outgoing > before.outgoing || before.height - box.scrollTop - box.clientHeight < nearEnd)
      box.scrollTop = box.scrollHeight;
  }, [list, messages, outgoing, firstUnread]);
}

function StepLine({ step }: { step: RecordStep }) {
  const t = useText();
  const { label } = useLabels('support');
  const name = useActorName();
  const { to, from } = step.detail as { to?: string | null; from?: string };
  const values = {
    person: step.person ? name(step.person.name, step.impersonatedBy?.name ?? null) : t('system'),
    to: step.step === 'prioritize' ? label(`values.priority.${to}`) : (to ?? ''),
    from: step.step === 'prioritize' ? label(`values.priority.${from}`) : '',
  };
  const key = step.step === 'assign' && !to ? 'unassign' : step.step;
  return (
    <p className={classes.step}>
      {label(`steps.${key}`, values)} · <Ago at={step.at} />
    </p>
  );
}

function Bubble({ message }: { message: TicketMessage }) {
  const t = useText();
  const { author, own, kind, text, at } = message;
  return (
    <article className={classes.bubble} data-own={own || undefined} data-kind={kind}>
      <header>
        <bdi>{own ? t('you') : author.name}</bdi>
        {!own && author.side !== 'customer' && (
          <span>{author.company ? <bdi>{author.company}</bdi> : t('platform')}</span>
        )}
        {kind !== 'public' && (
          <span className={classes.note}>
            <IconLock size={iconSizes.sm} aria-hidden /> {t(`values.kind.${kind}`)}
          </span>
        )}
        <Ago at={at} />
      </header>
      {text && (
        <p dir="auto" className={classes.text}>
          {text}
        </p>
      )}
      {message.files.length > 0 && <Files message={message} />}
    </article>
  );
}

function Files({ message: { ticketId, files } }: { message: TicketMessage }) {
  const t = useText();
  return (
    <ul className={classes.files}>
      {files.map(({ id, name, mediaType }) => {
        const params = { id: ticketId, fileId: id };
        return (
          <li key={id}>
            <Anchor
              component="button"
              type="button"
              aria-label={t('openFile', { name })}
              onClick={() => void openFile({ of: api.message.file as Endpoint, params, name })}
            >
              {mediaType.startsWith('image/') ? (
                <span className={classes.picture}>
                  <StoredImage of={api.message.file} params={params} version={id} alt={name} />
                </span>
              ) : (
                <bdi>{name}</bdi>
              )}
            </Anchor>
          </li>
        );
      })}
    </ul>
  );
}

type OutgoingProps = { message: Outgoing } & Pick<Props, 'onRetry' | 'onDismiss'>;

function OutgoingBubble({ message, onRetry, onDismiss }: OutgoingProps) {
  const t = useText();
  const { text, kind, files, fault, clientId } = message;
  return (
    <article className={classes.bubble} data-own data-kind={kind} data-fault={fault !== null || undefined}>
      <header>
        <bdi>{t('you')}</bdi>
        {fault === null ? (
          <span>
            <Loader size={iconSizes.sm} aria-hidden /> {t('sending')}
          </span>
        ) : (
          <Text component="span" size="sm" role="alert">
            {t('notSent', { reason: fault })}
          </Text>
        )}
      </header>
      {text && (
        <p dir="auto" className={classes.text}>
          {text}
        </p>
      )}
      {files.map((file) => (
        <bdi key={`${file.name} ${file.size}`}>{file.name}</bdi>
      ))}
      {fault !== null && (
        <div className={classes.retry}>
          <Button size="compact-sm" onClick={() => onRetry(message)}>
            {t('retry')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onDismiss(clientId)}>
            {t('discard')}
          </Button>
        </div>
      )}
    </article>
  );
}
