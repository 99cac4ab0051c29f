import { Select, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { requiredLines, requiredText } from '#platform/common/validation/validation.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { createIdempotencyKeys } from '#platform/web/client/idempotency-key.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { CustomerSwitch } from '#platform/web/shell/session/CustomerSwitch.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { maxMessageLength, ticketCategories, ticketPriorities } from '../common/ticket.ts';
import { ticketAddress } from './addresses.ts';
import { api, useText } from './api.ts';

const draft = z.object({
  subject: requiredText(160),
  category: z.enum(ticketCategories),
  priority: z.enum(ticketPriorities),
  text: requiredLines(maxMessageLength),
});

type Props = {
  /** `device` and `order` name what the ticket is about, with the `number` of the order; `subject` a subject, `follows` the closed ticket that it follows. */
  params: URLSearchParams;
  onClose(): void;
};

/** Opens a ticket for the current company. */
export function NewTicketPanel({ params, onClose }: Props) {
  const t = useText();
  const { company } = useMe();
  return (
    <SidePanel title={t('newTicket')} onClose={onClose} keepOpen>
      {company ? (
        <NewTicket
          deviceId={numberIn(params, 'device')}
          followsId={numberIn(params, 'follows')}
          orderId={numberIn(params, 'order')}
          order={params.get('number')}
          subject={params.get('subject')}
        />
      ) : (
        <EmptyState title={t('noCompany.title')} text={t('noCompany.text')} action={<CustomerSwitch />} />
      )}
    </SidePanel>
  );
}

const numberIn = (params: URLSearchParams, name: string) => Number(params.get(name)) || null;

type NewProps = {
  deviceId: number | null;
  followsId: number | null;
  orderId: number | null;
  order: string | null;
  subject: string | null;
};

function NewTicket({ deviceId, followsId, orderId, order, subject }: NewProps) {
  const t = useText();
  const navigate = useNavigate();
  const [keys] = useState(createIdempotencyKeys);
  const create = useAction(api.ticket.create, {
    onDone: (ticket) => {
      keys.answered();
      void navigate(ticketAddress(ticket));
    },
    onError: keys.failed,
  });
  const before = useData(
    api.ticket.get,
    { params: { id: followsId ?? 0 } },
    { enabled: followsId !== null, silent: true },
  );
  const form = useEntityForm(draft, {
    namespace: 'support',
    initial: {
      subject: order ? t('aboutOrder', { number: order }) : (subject ?? ''),
      category: order ? 'order' : deviceId ? 'device' : 'other',
      priority: 'normal',
      text: '',
    },
    save: (values) => {
      const body = { ...values, deviceId, orderId, followsId };
      return create.ask({ body, headers: { 'idempotency-key': keys.keyFor(body) } });
    },
  });
  const options = <Value extends string>(field: 'category' | 'priority', values: readonly Value[]) =>
    values.map((value) => ({ value, label: t(`values.${field}.${value}` as 'values.category.other') }));
  return (
    <EntityForm form={form} submitLabel={t('openTicket')}>
      {before.data && (
        <Text size="sm">{t('followsTicket', { number: before.data.number, subject: before.data.subject })}</Text>
      )}
      <TextInput {...form.field('subject')} data-autofocus />
      <Select {...form.field('category')} allowDeselect={false} data={options('category', ticketCategories)} />
      <Select {...form.field('priority')} allowDeselect={false} data={options('priority', ticketPriorities)} />
      <Textarea {...form.field('text')} autosize minRows={5} maxRows={14} />
    </EntityForm>
  );
}
