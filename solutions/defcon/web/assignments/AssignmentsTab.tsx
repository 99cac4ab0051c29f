import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconShieldPlus, IconUserPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { id, textOfLength } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { panel as entity, type Panel } from '../../common/panel/panel.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { TenantForm } from './TenantForm.tsx';
import { useAssignmentActions } from './use-assignment-actions.ts';
import { useAssignmentColumns } from './use-assignment-columns.tsx';

const live = { topics: ['panel-assignments'] };

/** The companies to which a panel is assigned. */
export function AssignmentsTab({ panelId, siteId }: { panelId: number; siteId: number | null }) {
  const t = useText();
  const [offers, setOffers] = useState(false);
  const [rents, setRents] = useState(false);
  const fixed = useMemo(() => ({ panelId: String(panelId) }), [panelId]);
  const add = (
    <Can access={entity.can('assign')} on={{ resource: siteId }}>
      <Button onClick={() => setOffers(true)} leftSection={<IconShieldPlus size={iconSizes.md} aria-hidden />}>
        {t('assignments.offer')}
      </Button>
    </Can>
  );
  return (
    <Stack gap="md">
      <Group gap="xs">
        {add}
        <Can access={entity.can('assign')} on={{ resource: siteId }}>
          <Button
            variant="default"
            onClick={() => setRents(true)}
            leftSection={<IconUserPlus size={iconSizes.md} aria-hidden />}
          >
            {t('assignments.offerTenant')}
          </Button>
        </Can>
      </Group>
      <ListView
        of={api.assignment}
        fixed={fixed}
        columns={useAssignmentColumns('company', { panels: false })}
        rowActions={useAssignmentActions()}
        view="auto"
        live={live}
        empty="ofPanel"
      />
      {offers && <OfferForm panelId={panelId} onClose={() => setOffers(false)} />}
      {rents && <TenantForm panelId={panelId} onClose={() => setRents(false)} />}
    </Stack>
  );
}

const schema = z.object({ companyId: id(), comment: textOfLength({ max: 500 }) });

/** Asks a security company that works for the owner to watch the panel. */
function OfferForm({ panelId, onClose }: { panelId: Panel['id']; onClose(): void }) {
  const t = useText();
  const { company } = useMe();
  const offer = useAction(api.assignment.create);
  const companies = (company?.providers ?? []).filter(({ type }) => type === 'Security Company');
  const [only] = companies;
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial: { companyId: companies.length === 1 && only ? String(only.id) : '', comment: '' },
    save: ({ companyId, comment }) =>
      offer.ask({ body: { panelId, companyId, role: 'monitoring', zoneIds: [], ...(comment ? { comment } : {}) } }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('assignments.offer')} onClose={onClose}>
      {companies.length === 0 ? (
        <Text>{t('assignments.noSecurityCompany')}</Text>
      ) : (
        <EntityForm form={form} submitLabel={t('assignments.send')}>
          <Text size="sm" c="dimmed">
            {t('assignments.offerText')}
          </Text>
          <Select
            {...form.field('companyId')}
            data={companies.map(({ id: of, name }) => ({ value: String(of), label: name }))}
            data-autofocus
          />
          <Textarea {...form.field('comment')} maxLength={500} autosize minRows={2} />
        </EntityForm>
      )}
    </SidePanel>
  );
}
