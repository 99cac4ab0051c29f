import {
  Checkbox,
  Group,
  Loader,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { CompanyField } from '#core/accounts/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { EditedProduct } from '../../common/product.ts';
import { productForAll, productForCompany } from '../../common/product-edits.ts';
import { api, useText } from '../api.ts';
import { dollarInput } from './dollar-input.ts';

type Props = { id: number; onClose(): void };

/** Changes a product of the catalogue: for all companies, or name, price and visibility for one. */
export function ProductEditor({ id, onClose }: Props) {
  const t = useText();
  const [whose, setWhose] = useState<'all' | 'company'>('all');
  const [companyId, setCompanyId] = useState<number | null>(null);
  return (
    <SidePanel title={t('catalogue.edit')} onClose={onClose} keepOpen>
      <Stack>
        <SegmentedControl
          aria-label={t('catalogue.whose')}
          value={whose}
          onChange={(value) => setWhose(value === 'company' ? 'company' : 'all')}
          data={(['all', 'company'] as const).map((value) => ({ value, label: t(`catalogue.for.${value}`) }))}
        />
        {whose === 'company' && (
          <CompanyField label={t('fields.companyId')} value={companyId} onChange={setCompanyId} />
        )}
        {whose === 'all' && <Loaded key="all" id={id} companyId={null} onClose={onClose} />}
        {whose === 'company' && companyId !== null && (
          <Loaded key={companyId} id={id} companyId={companyId} onClose={onClose} />
        )}
      </Stack>
    </SidePanel>
  );
}

function Loaded({ id, companyId, onClose }: Props & { companyId: number | null }) {
  const query = useData(
    api.product.customized,
    { params: { id }, query: companyId === null ? {} : { companyId } },
    { silent: true, staleTime: 0 },
  );
  // A form of an old version would be refused.
  if (!query.data || query.isFetching) return query.isFetching ? <Loader /> : <QueryBoundary of={query} />;
  return companyId === null ? (
    <ForAll product={query.data} onClose={onClose} />
  ) : (
    <ForCompany product={query.data} companyId={companyId} onClose={onClose} />
  );
}

type FormProps = { product: EditedProduct; onClose(): void };

const useCustomize = (onClose: () => void) =>
  useAction(api.product.customize, { onDone: onClose, invalidates: [api.product.list, api.product.bestSelling] });

function ForAll({ product, onClose }: FormProps) {
  const t = useText();
  const { id, version, sku, reserved } = product;
  const customize = useCustomize(onClose);
  const form = useEntityForm(productForAll, {
    namespace: 'market',
    initial: {
      ...product,
      price: product.price ?? '',
      stock: product.stock ?? '',
      restockOn: product.restockOn ?? '',
    } as never,
    save: (values) => customize.ask({ params: { id }, body: { ...values, companyId: null, version } }),
  });
  return (
    <EntityForm form={form} submitLabel={t('catalogue.save')}>
      <Text c="dimmed" size="sm">
        <Bdi>{sku}</Bdi>
      </Text>
      <TextInput {...form.field('nameEn')} dir="ltr" maxLength={120} data-autofocus />
      <TextInput {...form.field('nameAr')} dir="rtl" maxLength={120} />
      <Group grow align="start">
        <NumberInput {...form.field('price')} {...dollarInput} description={t('catalogue.noPrice')} />
        <NumberInput
          {...form.field('stock')}
          min={reserved}
          allowDecimal={false}
          description={t('catalogue.reserved', { count: reserved })}
        />
      </Group>
      <DayInput {...form.field('restockOn')} value={form.values.restockOn ?? ''} clearable />
      <Textarea {...form.field('summaryEn')} dir="ltr" autosize minRows={2} maxLength={300} />
      <Textarea {...form.field('summaryAr')} dir="rtl" autosize minRows={2} maxLength={300} />
      <Textarea {...form.field('descriptionEn')} dir="ltr" autosize minRows={3} maxRows={10} maxLength={4000} />
      <Textarea {...form.field('descriptionAr')} dir="rtl" autosize minRows={3} maxRows={10} maxLength={4000} />
      <Checkbox {...form.field('active', 'checkbox')} />
    </EntityForm>
  );
}

function ForCompany({ product, companyId, onClose }: FormProps & { companyId: number }) {
  const t = useText();
  const { id, version } = product;
  const customize = useCustomize(onClose);
  const form = useEntityForm(productForCompany, {
    namespace: 'market',
    initial: { ...product, price: product.price ?? '' } as never,
    save: (values) => customize.ask({ params: { id }, body: { ...values, companyId, version } }),
  });
  return (
    <EntityForm form={form} submitLabel={t('catalogue.save')}>
      <TextInput {...form.field('nameEn')} dir="ltr" maxLength={120} data-autofocus />
      <TextInput {...form.field('nameAr')} dir="rtl" maxLength={120} />
      <NumberInput {...form.field('price')} {...dollarInput} description={t('catalogue.listPrice')} />
      <Textarea
        {...form.field('note')}
        label={t('catalogue.note')}
        description={t('catalogue.noteText')}
        autosize
        minRows={2}
        maxLength={300}
      />
      <Checkbox {...form.field('hidden', 'checkbox')} />
    </EntityForm>
  );
}
