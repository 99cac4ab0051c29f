import { Alert, Checkbox, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { z } from 'zod';
import { CompanyField } from '#core/accounts/web/parts.tsx';
import { day } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { discountKinds, discountScopes, newDiscount } from '../../common/discount.ts';
import { api, useText } from '../api.ts';
import { useProducts } from '../products/use-products.ts';
import { useSellingApps } from '../selling-apps.ts';
import { useDiscountSentence } from './discount-sentence.ts';
import { ValidDays } from './ValidDays.tsx';

/** Days instead of instants: from the beginning of the first one to the end of the last one, in local time. */
const shape = z.object({
  ...newDiscount.shape,
  validFrom: day().nullable(),
  validTo: day().nullable(),
});
const initial = {
  code: '',
  kind: 'percentage',
  percent: '',
  amount: '',
  scope: 'whole',
  targets: [],
  companyId: null,
  validFrom: null,
  validTo: null,
  usageLimit: '',
  oncePerCompany: false,
  minimum: '',
  noteEn: '',
  noteAr: '',
} as const;
const moment = (on: string | null, time: string) => (on === null ? null : new Date(`${on}T${time}`).toISOString());
const ltr = { input: { direction: 'ltr' } } as const;

/** A new discount code. Its value never changes afterwards, so a sentence states it while it is entered. */
export function CodePanel({ onClose }: { onClose(): void }) {
  const t = useText();
  const create = useAction(api.discount.create, { onDone: onClose });
  const form = useEntityForm(shape, {
    namespace: 'market',
    initial: initial as never,
    save: ({ validFrom, validTo, ...rest }) =>
      create.ask({
        body: { ...rest, validFrom: moment(validFrom, '00:00:00'), validTo: moment(validTo, '23:59:59') },
      }),
  });
  const sentence = useDiscountSentence(form.values);
  const { kind, scope } = form.values;
  const dollarInput = { min: 0, decimalScale: 2, prefix: '$', thousandSeparator: ',', styles: ltr } as const;
  return (
    <SidePanel title={t('discounts.newCode')} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('discounts.save')}>
        <TextInput
          {...form.field('code')}
          label={t('columns.code')}
          dir="ltr"
          maxLength={32}
          data-autofocus
          autoComplete="off"
        />
        <Select
          {...form.field('kind')}
          data={discountKinds.map((value) => ({ value, label: t(`values.kind.${value}`) }))}
          allowDeselect={false}
        />
        {kind === 'percentage' ? (
          <NumberInput {...form.field('percent')} min={0} max={100} decimalScale={2} suffix=" %" styles={ltr} />
        ) : (
          <NumberInput {...form.field('amount')} {...dollarInput} />
        )}
        <Select
          {...form.field('scope')}
          data={discountScopes.map((value) => ({ value, label: t(`values.scope.${value}`) }))}
          allowDeselect={false}
          onChange={(value) => {
            form.set('scope', value);
            form.set('targets', []);
          }}
        />
        {scope === 'app' && <AppTargets {...form.field('targets')} />}
        {scope === 'product' && <ProductTargets {...form.field('targets')} />}
        <CompanyField
          label={t('fields.companyId')}
          description={t('discounts.forAll')}
          value={Number(form.values.companyId) || null}
          onChange={(id) => form.set('companyId', id)}
          error={form.field('companyId').error}
        />
        <ValidDays form={form} />
        <NumberInput {...form.field('usageLimit')} min={1} allowDecimal={false} styles={ltr} />
        <Checkbox {...form.field('oncePerCompany', 'checkbox')} />
        <NumberInput {...form.field('minimum')} {...dollarInput} />
        <TextInput {...form.field('noteEn')} />
        <TextInput {...form.field('noteAr')} />
        {sentence && (
          <Alert variant="light" role="status">
            {sentence}
          </Alert>
        )}
      </EntityForm>
    </SidePanel>
  );
}

type Targets = { label: string; value?: unknown; error?: unknown; onChange(value: unknown): void; name: string };
const chosen = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function AppTargets({ value, error, ...field }: Targets) {
  const apps = useSellingApps();
  return (
    <MultiSelect
      {...field}
      error={error as string}
      value={chosen(value)}
      data={apps.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
    />
  );
}

function ProductTargets({ value, error, ...field }: Targets) {
  const { data } = useProducts();
  return (
    <MultiSelect
      {...field}
      error={error as string}
      value={chosen(value)}
      data={(data?.data ?? []).map(({ id, name, sku }) => ({ value: String(id), label: `${name} (${sku})` }))}
      searchable
    />
  );
}
