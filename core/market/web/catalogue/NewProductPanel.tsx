import { Checkbox, MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { unitKinds } from '../../common/product.ts';
import { newProduct } from '../../common/product-edits.ts';
import { productKinds } from '../../common/product-kinds.ts';
import { api, useText } from '../api.ts';
import { useSolutions } from '../products/use-products.ts';
import type { SellingApp } from '../selling-apps.ts';
import { dollarInput } from './dollar-input.ts';

/** Devices come with the models of their app; everything else can be added. */
const addedKinds = productKinds.filter((kind) => kind !== 'device');
const mostIcons = 10;

/** Adds a product that the app itself does not declare. */
export function NewProductPanel({ app, onClose }: { app: SellingApp; onClose(): void }) {
  const t = useText();
  const solutions = useSolutions(app.id);
  const create = useAction(api.product.create, { onDone: onClose });
  const form = useEntityForm(newProduct, {
    namespace: 'market',
    initial: {
      sku: '',
      kind: 'accessory',
      app: app.id,
      solutionIds: [],
      nameEn: '',
      nameAr: '',
      summaryEn: '',
      summaryAr: '',
      price: '',
      months: '',
      units: '',
      icon: null,
      stock: '',
      leadTimeDays: 0,
      siAvailable: false,
    } as never,
    save: (body) => create.ask({ body }),
  });
  const { kind } = form.values as { kind?: string };
  const chosen = form.values.solutionIds as number[] | undefined;
  return (
    <SidePanel title={t('catalogue.add')} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('catalogue.save')}>
        <Select
          {...form.field('kind')}
          allowDeselect={false}
          data={addedKinds.map((value) => ({ value, label: t(`values.productKind.${value}`) }))}
          data-autofocus
        />
        <TextInput {...form.field('sku')} dir="ltr" maxLength={32} autoComplete="off" />
        <TextInput {...form.field('nameEn')} dir="ltr" maxLength={120} />
        <TextInput {...form.field('nameAr')} dir="rtl" maxLength={120} />
        <Textarea {...form.field('summaryEn')} dir="ltr" autosize minRows={2} maxLength={300} />
        <Textarea {...form.field('summaryAr')} dir="rtl" autosize minRows={2} maxLength={300} />
        <NumberInput {...form.field('price')} {...dollarInput} />
        {kind === 'tokenPackage' && <NumberInput {...form.field('months')} min={1} max={120} allowDecimal={false} />}
        {kind && kind in unitKinds && (
          <>
            <NumberInput {...form.field('units')} min={1} allowDecimal={false} />
            <NumberInput {...form.field('icon')} min={1} max={mostIcons} allowDecimal={false} />
          </>
        )}
        {solutions.length > 0 && (
          <MultiSelect
            {...form.field('solutionIds')}
            description={t('catalogue.allSolutions')}
            value={(chosen ?? []).map(String)}
            onChange={(ids) => form.set('solutionIds', ids.map(Number))}
            data={solutions.map(({ id, name }) => ({ value: String(id), label: name }))}
            searchable
          />
        )}
        <NumberInput
          {...form.field('stock')}
          min={0}
          allowDecimal={false}
          description={t('catalogue.reserved', { count: 0 })}
        />
        <NumberInput {...form.field('leadTimeDays')} min={0} max={365} allowDecimal={false} />
        <Checkbox {...form.field('siAvailable', 'checkbox')} />
      </EntityForm>
    </SidePanel>
  );
}
