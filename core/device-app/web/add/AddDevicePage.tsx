import { Box, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { useCompanyApps } from '#core/accounts/web/parts.tsx';
import { newDevice } from '#core/devices/common/device.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { serialIn } from '#core/devices/common/serial.ts';
import { ScanButton } from '#core/devices/web/parts.tsx';
import { ForCompany, PlacementFields, useOnlyStructure } from '#core/places/web/parts.tsx';
import { useStock } from '#core/subscriptions/web/parts.tsx';
import { OfferedTemplate, useOffered } from '#core/templates/web/parts.tsx';
import { id } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Loading } from '#platform/web/shell/layout/Loading.tsx';
import { sizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { listAddress } from '../addresses.ts';
import { useText } from '../texts.ts';
import { useDeviceApp } from '../use-device-app.ts';
import { useAppModels, useModelQuery } from '../use-models.ts';
import { ModelSelect } from './ModelSelect.tsx';

const schema = newDevice.extend({
  name: z.string().trim().max(120, 'tooLong'),
  structureId: id().nullable(),
  floorId: id().nullable(),
  spaceId: id().nullable(),
});

/** Adds a device by its serial number, then opens the page that connects it. */
export function AddDevicePage() {
  const t = useText();
  const { app } = useDeviceApp();
  return (
    <ForCompany>
      {(companyId) => (
        <PageFrame parents={[{ label: t('pages.devices-list'), to: listAddress(app) }]}>
          <Box maw={sizes.form}>
            <Panel>
              <AddDeviceForm key={companyId} companyId={companyId} />
            </Panel>
          </Box>
        </PageFrame>
      )}
    </ForCompany>
  );
}

type Place = { id: number; name: string } | null;

/** Begins once it is known in which structure the device is by default: that of the address, else the only one. */
function AddDeviceForm({ companyId }: { companyId: number }) {
  const [params] = useSearchParams();
  const structure = useOnlyStructure(companyId, Number(params.get('structureId')) || null);
  const models = useModelQuery();
  if (models.isError) return <FailedState onRetry={() => void models.refetch()} />;
  return structure === undefined ? <Loading /> : <DeviceFields companyId={companyId} structure={structure} />;
}

function DeviceFields({ companyId, structure }: { companyId: number; structure: Place }) {
  const t = useText();
  const { app, calls } = useDeviceApp();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { language } = useFormats();
  const models = useAppModels();
  const subscriptions = useSubscriptionsLeft(companyId, app.id);
  const [template, setTemplate] = useState<number | null>();
  const assign = useAction(calls.template.assign);
  const create = useCreate();
  const form = useEntityForm(schema, {
    namespace: 'devices',
    initial: {
      serial: params.get('serial') ?? '',
      hardwareId: null,
      name: '',
      structureId: structure?.id ?? null,
      floorId: null,
      spaceId: null,
      activate: true,
    },
    async save({ name, activate, ...rest }) {
      const body = { ...rest, ...(name ? { name } : {}), activate: activate && subscriptions > 0 };
      const made = await create.ask({ body });
      if (templateId !== null)
        // A failure is shown as a notice; the device exists and offers the template again.
        assign.run({ params: { id: made.id }, body: { templateId, keepLocal: true } });
      // Navigates after the form has cleared its unsaved state, which would block it.
      setTimeout(() => void navigate(`${deviceAddress(app, made)}?tab=connection`));
    },
  });
  const setSerial = (serial: string) => form.set('serial', serial);
  const model = models.find(({ id }) => id === form.values.hardwareId);
  const [offered] = useOffered(app, form.values.hardwareId as number | null);
  const templateId = template === undefined ? (offered?.id ?? null) : template;
  return (
    <EntityForm form={form} cancelTo={listAddress(app)} submitLabel={t('add.submit')}>
      <TextInput
        {...form.field('serial')}
        description={t('add.serialHint')}
        autoComplete="off"
        // The number reads from left to right, but the button stays at the end of the field.
        styles={{ input: { unicodeBidi: 'plaintext', textAlign: 'start' } }}
        rightSection={<ScanButton onSerial={setSerial} />}
        rightSectionWidth={sizes.touch}
        onPaste={(event) => {
          const serial = serialIn(event.clipboardData.getData('text'));
          if (!serial) return;
          event.preventDefault();
          setSerial(serial);
        }}
      />
      <ModelSelect
        {...form.field('hardwareId')}
        value={form.values.hardwareId}
        onChange={(hardwareId) => {
          form.set('hardwareId', hardwareId as number);
          setTemplate(undefined);
        }}
      />
      <OfferedTemplate
        app={app}
        hardwareId={form.values.hardwareId as number | null}
        value={template}
        onChange={setTemplate}
      />
      <TextInput {...form.field('name')} maxLength={120} placeholder={model?.name[language] ?? ''} />
      <PlacementFields form={form} companyId={companyId} known={{ structure, floor: null, space: null }} />
      {subscriptions > 0 ? (
        <Switch
          {...form.field('activate', 'checkbox')}
          label={t('add.activate')}
          description={t('add.subscriptions', { count: subscriptions })}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('add.noSubscription')}
        </Text>
      )}
    </EntityForm>
  );
}

/** The call that adds the device. Without a network it is kept, and the list of devices opens. */
function useCreate() {
  const t = useText();
  const { app, calls } = useDeviceApp();
  const navigate = useNavigate();
  return useAction(calls.device.create, {
    keeps: ({ body }) => ({
      title: t('pages.devices-add'),
      record: [body?.name, body?.serial].filter(Boolean).join(' · '),
      of: `serial/${body?.serial}`,
    }),
    onError: (error) => {
      if (error instanceof RequestError && error.kept) setTimeout(() => void navigate(listAddress(app)));
    },
  });
}

/** How many devices of the app can still get a subscription, of the company's stock or trial. */
function useSubscriptionsLeft(companyId: number, app: string): number {
  const inStock = useStock(companyId, app);
  const trial = useCompanyApps(companyId).data?.apps.find(({ id }) => id === app)?.trial;
  return inStock + (trial && Date.parse(trial.expiresAt) > Date.now() ? trial.devices - trial.used : 0);
}
