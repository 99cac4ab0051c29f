import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from 'react-router';
import type { ReplyOf } from '#platform/common/route.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { TicketSide, ticketRoutes } from '../common/ticket.ts';
import { ticketsAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { Composer } from './Composer.tsx';
import { Conversation } from './Conversation.tsx';
import { StateChip } from './chips.tsx';
import classes from './Support.module.css';
import { TicketFacts } from './TicketFacts.tsx';
import { TicketRail } from './TicketRail.tsx';
import { useOutgoing } from './use-outgoing.ts';
import { useTyping } from './use-typing.ts';

/** A ticket: the list of tickets, its conversation and its facts; one of them on a phone. */
export function ChatPage() {
  const t = useText();
  const params = useParams();
  const id = Number(params.id);
  const found = useData(api.ticket.get, { params: { id } }, { silent: true });
  const parents = [{ label: t('pages.support-tickets'), to: ticketsAddress() }];
  const ticket = found.data;
  if (!ticket || String(ticket.companyId) !== params.companyId)
    return (
      <PageFrame parents={parents}>
        {ticket ? <EmptyState drawing="search" title={t('notFound')} /> : <QueryBoundary of={found} />}
      </PageFrame>
    );
  return <Chat key={id} ticket={ticket} parents={parents} />;
}

type ChatProps = {
  ticket: ReplyOf<typeof ticketRoutes.get>;
  parents: { label: string; to: string }[];
};

function Chat({ ticket, parents }: ChatProps) {
  const t = useText();
  const phone = usePhone();
  const [factsOpen, facts] = useDisclosure(false);
  const { id, side } = ticket;
  const { outgoing, send, retry, dismiss } = useOutgoing(id);
  const { typists, announce } = useTyping(id);
  return (
    <PageFrame
      fill
      title={ticket.subject}
      badge={<StateChip value={ticket.state} />}
      parents={parents}
      {...(phone
        ? {
            action: (
              <Button variant="default" onClick={facts.open}>
                {t('facts.title')}
              </Button>
            ),
          }
        : {})}
    >
      <div className={classes.chat}>
        {!phone && <TicketRail current={id} />}
        <div className={classes.conversation}>
          <Conversation id={id} steps={ticket.steps} outgoing={outgoing} onRetry={retry} onDismiss={dismiss} />
          <Typing typists={typists} side={side} />
          {ticket.allowed.includes('reply') && (
            <div>
              <Composer side={side} onSend={send} onTyping={announce} />
            </div>
          )}
          {ticket.state === 'closed' && <Text className={classes.closed}>{t('closedText')}</Text>}
        </div>
        {!phone && <TicketFacts ticket={ticket} />}
      </div>
      {phone && factsOpen && (
        <SidePanel title={t('facts.title')} onClose={facts.close} sheet>
          <TicketFacts ticket={ticket} />
        </SidePanel>
      )}
    </PageFrame>
  );
}

type TypingProps = { typists: readonly { name: string; side: TicketSide }[]; side: TicketSide };

/** Shows who is writing, so that two people of the desk do not answer at the same time. */
function Typing({ typists, side }: TypingProps) {
  const t = useText();
  const { language } = useFormats();
  const answering = side !== 'customer' && typists.some((one) => one.side !== 'customer');
  const names = new Intl.ListFormat(language).format(typists.map(({ name }) => name));
  return (
    <p className={classes.typing} role="status">
      {typists.length > 0 && t(answering ? 'replying' : 'typing', { count: typists.length, names })}
    </p>
  );
}
