import { Alert, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { CodeBlock, useCompanyModels } from '#core/devices/web/parts.tsx';
import { StructureSelect } from '#core/places/web/parts.tsx';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { newProvisioningKey, provisioningStrategies } from '../common/provisioning.ts';
import { api } from './api.ts';
import { useText } from './texts.ts';

const dayMs = 86_400_000;
const defaultDays = 90;

const schema = z.object({
  name: requiredText(80),
  hardwareId: newProvisioningKey.shape.hardwareId,
  strategy: newProvisioningKey.shape.strategy,
  structureId: newProvisioningKey.shape.structureId,
  most: newProvisioningKey.shape.most,
  days: z.number('enterANumber').int('enterANumber').min(1, 'positiveNumber').max(365, 'outOfRange'),
});

type Made = { key: string; secret: string };

/** Makes a provisioning key, and shows its secret once. */
export function ProvisioningKeyPanel({ companyId, onClose }: { companyId: number; onClose(): void }) {
  const t = useText();
  const [made, setMade] = useState<Made | null>(null);
  return (
    <SidePanel title={t('provisioning.create')} onClose={onClose} keepOpen>
      {made ? <MadeKey made={made} /> : <KeyForm companyId={companyId} onMade={setMade} />}
    </SidePanel>
  );
}

function KeyForm({ companyId, onMade }: { companyId: number; onMade(made: Made): void }) {
  const t = useText();
  const { label } = useLabels('inventory');
  const models = useCompanyModels();
  const create = useAction(api.provisioning.create);
  const form = useEntityForm(schema, {
    namespace: 'inventory',
    initial: { name: '', hardwareId: null, strategy: 'known', structureId: null, most: 100, days: defaultDays },
    save: async ({ days, ...body }) => {
      const expiresAt = new Date(Date.now() + days * dayMs).toISOString();
      const app = models.find(({ id }) => id === body.hardwareId)?.app ?? '';
      onMade(await create.ask({ body: { ...body, app, expiresAt } }));
    },
  });
  const { value, onChange, ...model } = form.field('hardwareId');
  return (
    <EntityForm form={form} submitLabel={t('provisioning.create')}>
      <TextInput {...form.field('name')} maxLength={80} />
      <Select
        {...model}
        searchable
        value={value ? String(value) : null}
        onChange={(id) => onChange(id === null ? null : Number(id))}
        data={models.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Select
        {...form.field('strategy')}
        allowDeselect={false}
        data={provisioningStrategies.map((one) => ({ value: one, label: label(`values.strategy.${one}`) }))}
      />
      {form.values.strategy === 'create' && <StructureSelect {...form.field('structureId')} companyId={companyId} />}
      <NumberInput {...form.field('most')} min={1} max={10_000} />
      <NumberInput {...form.field('days')} min={1} max={365} />
    </EntityForm>
  );
}

function MadeKey({ made: { key, secret } }: { made: Made }) {
  const t = useText();
  return (
    <Stack>
      <Alert title={t('provisioning.onceTitle')} role="status">
        {t('provisioning.once')}
      </Alert>
      <CodeBlock label={t('columns.key')} text={key} />
      <CodeBlock label={t('provisioning.secret')} text={secret} />
      <Text size="sm" c="dimmed">
        {t('provisioning.how')}
      </Text>
      <CodeBlock
        label={t('provisioning.request')}
        text={`POST ${window.location.origin}/api/v1/provision\n{"key":"${key}","serial":"SERIAL","nonce":"NONCE","ts":UNIX_MS,\n "proof":"hex(HMAC-SHA256(secret, SERIAL.NONCE.UNIX_MS))"}`}
      />
    </Stack>
  );
}
