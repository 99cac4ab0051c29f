import { Alert, Anchor, Button, NumberInput, Select, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { endOfDay } from '#platform/common/time/time.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { companyZone } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { csvOf } from '#platform/web/ui/list/export/csv.ts';
import { download } from '#platform/web/ui/list/export/download.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { PackageRow } from '../common/package.ts';
import { api, redeemAddress, useText } from './api.ts';

const schema = z.object({
  modelId: z.coerce.number('Required').int('Required').positive('Required'),
  merchantId: z.coerce.number('Required').int('Required').positive('Required'),
  price: z.number('enterANumber').min(0, 'outOfRange').nullable(),
  count: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(10_000, 'outOfRange'),
  validTo: z.string(),
});
type Made = { package: PackageRow; codes: string[] };

/** Makes codes for a merchant. They are shown once, as a file. */
export function BatchPanel({ onClose, onMerchant }: { onClose(): void; onMerchant(): void }) {
  const t = useText();
  const [made, setMade] = useState<Made | null>(null);
  return (
    <SidePanel title={t('newBatch')} onClose={onClose} keepOpen>
      {made ? <Codes made={made} onClose={onClose} /> : <BatchForm onMade={setMade} onMerchant={onMerchant} />}
    </SidePanel>
  );
}

function BatchForm({ onMade, onMerchant }: { onMade(made: Made): void; onMerchant(): void }) {
  const t = useText();
  const models = useData(api.package.models, {}, { silent: true });
  const merchants = useData(api.package.merchants, {}, { silent: true });
  // One name for each opening of the form, so that a repeat does not create a second batch.
  const [batch] = useState(() => crypto.randomUUID());
  const create = useAction(api.package.create, { invalidates: [api.package.external] });
  const form = useEntityForm(schema, {
    namespace: 'packages',
    initial: { modelId: '', merchantId: '', price: null, count: 100, validTo: '' },
    save: async ({ validTo, ...values }) =>
      onMade(
        await create.ask({
          body: { batch, ...values, validTo: validTo === '' ? null : endOfDay(validTo, companyZone()) },
        }),
      ),
  });
  return (
    <EntityForm form={form} submitLabel={t('makeCodes')}>
      <Select
        {...form.field('modelId')}
        data={(models.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        searchable
        data-autofocus
      />
      <Select
        {...form.field('merchantId')}
        data={(merchants.data ?? [])
          .filter(({ active }) => active)
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        searchable
      />
      <Anchor component="button" type="button" size="sm" onClick={onMerchant}>
        {t('newMerchant')}
      </Anchor>
      <NumberInput
        {...form.field('price')}
        description={t('priceHint')}
        min={0}
        decimalScale={2}
        prefix="$"
        styles={{ input: { direction: 'ltr' } }}
      />
      <NumberInput {...form.field('count')} min={1} max={10_000} />
      <DayInput {...form.field('validTo')} value={String(form.field('validTo').value ?? '')} />
    </EntityForm>
  );
}

function Codes({ made, onClose }: { made: Made; onClose(): void }) {
  const t = useText();
  const [kept, setKept] = useState(false);
  const { model } = made.package;
  const save = () => {
    const rows = made.codes.map((code) => [code, model.name, `${location.origin}${redeemAddress(code, model.app)}`]);
    download('codes.csv', csvOf([[t('code'), t('columns.package'), t('qrAddress')], ...rows]));
    setKept(true);
  };
  return (
    <Stack>
      <Alert color="yellow" variant="light" title={t('shownOnce')}>
        {t('shownOnceText')}
      </Alert>
      <Text>{t('codesMade', { count: made.codes.length })}</Text>
      <Button leftSection={<IconDownload size={iconSizes.md} aria-hidden />} onClick={save}>
        {t('saveCodes')}
      </Button>
      <Button variant="default" disabled={!kept} onClick={onClose}>
        {t('done')}
      </Button>
    </Stack>
  );
}
