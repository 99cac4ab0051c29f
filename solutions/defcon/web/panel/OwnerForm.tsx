import { Select, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { useAction } from '#platform/web/client/hooks.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { Panel } from '../../common/panel/panel.ts';
import { panelsAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const schema = z.object({
  customerId: z.string().min(1, 'Required'),
  reason: z.string().trim().min(1, 'Required').max(500, 'tooLong'),
  confirmName: z.string().trim().min(1, 'Required'),
});

/** Gives a panel to a client. Its name is typed, because this cannot be undone. */
export function OwnerForm({ panel, onClose }: { panel: Panel; onClose(): void }) {
  const t = useText();
  const navigate = useNavigate();
  const { customers } = useMe();
  const change = useAction(api.panel.ownership, {
    keyed: true,
    invalidates: [api.panel.list, api.panel.get],
    onDone: () => void navigate(panelsAddress),
  });
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial: { customerId: '', reason: '', confirmName: '' },
    save: ({ customerId, ...body }) =>
      change.ask({ params: { id: panel.id }, body: { ...body, customerId: Number(customerId) } }),
  });
  const clients = customers.filter(({ id }) => id !== panel.companyId);
  return (
    <SidePanel title={t('owner.title')} onClose={onClose}>
      <Text size="sm" mb="md">
        {t('owner.text')}
      </Text>
      {clients.length === 0 ? (
        <Text>{t('owner.noClients')}</Text>
      ) : (
        <EntityForm form={form}>
          <Select
            {...form.field('customerId')}
            data={clients.map(({ id, name }) => ({ value: String(id), label: name }))}
            searchable
          />
          <Textarea {...form.field('reason')} maxLength={500} />
          <TextInput {...form.field('confirmName')} description={t('owner.confirm', { name: panel.name })} />
        </EntityForm>
      )}
    </SidePanel>
  );
}
