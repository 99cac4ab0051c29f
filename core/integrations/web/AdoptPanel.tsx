import { Alert, Button, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { serialIn } from '#core/devices/common/serial.ts';
import { deviceAppearance, useCompanyModels } from '#core/devices/web/parts.tsx';
import { StructureSelect } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { adoption, type Connector, type UnknownDevice } from '../common/connector.ts';
import { api, useText } from './api.ts';

type Props = { connector: Connector; unknown: UnknownDevice; onClose(): void };
type Adopted = { deviceId: number; replayed: number; refused: number; app: string; solutionId: number };

const schema = adoption
  .pick({ hardwareId: true, serial: true, structureId: true, activate: true })
  // Without a name the device is called after its model.
  .extend({ name: z.string().trim().max(120, 'tooLong') });

/** Adds an unknown device to the company, and shows the outcome of its messages. */
export function AdoptPanel({ connector, unknown, onClose }: Props) {
  const t = useText();
  const [adopted, setAdopted] = useState<Adopted | null>(null);
  return (
    <SidePanel title={t('adopt.title')} onClose={onClose} keepOpen>
      {adopted ? (
        <Outcome adopted={adopted} />
      ) : (
        <AdoptForm connector={connector} unknown={unknown} onAdopted={setAdopted} />
      )}
    </SidePanel>
  );
}

function Outcome({ adopted }: { adopted: Adopted }) {
  const t = useText();
  const { number } = useFormats();
  const { replayed, refused, deviceId, app, solutionId } = adopted;
  return (
    <Stack>
      <Alert role="status" title={t('adopt.done')}>
        {t('adopt.replayed', { count: replayed, shown: number(replayed) })}{' '}
        {refused > 0 && t('adopt.refused', { count: refused, shown: number(refused) })}
      </Alert>
      <Button component={Link} to={deviceAppearance.addressOf({ id: deviceId, app, solutionId }) ?? ''}>
        {t('adopt.open')}
      </Button>
    </Stack>
  );
}

function AdoptForm({ connector, unknown, onAdopted }: Omit<Props, 'onClose'> & { onAdopted(adopted: Adopted): void }) {
  const t = useText();
  const models = useCompanyModels();
  const adopt = useAction(api.connector.adopt);
  const { externalId, profile } = unknown;
  const serial = serialIn(externalId);
  const usual = connector.profiles.find((one) => one.profile === profile)?.hardwareId ?? null;
  const form = useEntityForm(schema, {
    namespace: 'integrations',
    initial: { hardwareId: usual, serial: serial ?? '', name: '', structureId: null, activate: true },
    save: async ({ name, ...values }) => {
      const model = models.find(({ id }) => id === values.hardwareId);
      const { app = '', solution: solutionId = 0 } = model ?? {};
      const body = { ...values, ...(name ? { name } : {}), externalId, app };
      onAdopted({ ...(await adopt.ask({ params: { id: connector.id }, body })), app, solutionId });
    },
  });
  const { value, onChange, ...model } = form.field('hardwareId');
  return (
    <EntityForm form={form} submitLabel={t('actions.adopt')}>
      <TextInput {...form.field('serial')} label={t('columns.externalId')} dir="ltr" readOnly={serial !== null} />
      <Select
        {...model}
        searchable
        value={value ? String(value) : null}
        onChange={(id) => onChange(id === null ? null : Number(id))}
        data={models.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TextInput {...form.field('name')} maxLength={120} />
      <StructureSelect {...form.field('structureId')} companyId={connector.companyId} />
      <Switch
        label={t('fields.activate')}
        checked={Boolean(form.values.activate)}
        onChange={(event) => form.set('activate', event.currentTarget.checked)}
      />
    </EntityForm>
  );
}
