import { ActionIcon, Alert, NumberInput, Select, Text, Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import type { Product } from '#core/market/common/product.ts';
import { isDevice, ProductDrawing, useProducts, useSellingApps } from '#core/market/web/parts.tsx';
import { StructureSelect } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { createIdempotencyKeys } from '#platform/web/client/idempotency-key.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { CustomerSwitch } from '#platform/web/shell/session/CustomerSwitch.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { maxRequestLines, requestedKinds } from '../common/device-request.ts';
import { oneRequestAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import classes from './DeviceRequests.module.css';

type Line = { productId: number; qty: number };
const draft = z.object({
  lines: z
    .array(z.object({ productId: z.number(), qty: z.number().min(1, 'outOfRange').max(9999, 'outOfRange') }))
    .min(1, 'Required'),
  neededBy: z.string(),
  structureId: z.number().nullable(),
  note: z.string().trim().max(2000, 'tooLong'),
});

/** Asks the integrator of the current company, by pictures and without prices. */
export function NewRequestPanel({ onClose }: { onClose(): void }) {
  const t = useText();
  const { company } = useMe();
  const products = useProducts();
  return (
    <SidePanel title={t('newRequest')} onClose={onClose} keepOpen wide>
      {!company ? (
        <EmptyState title={t('noCompany.title')} text={t('noCompany.text')} action={<CustomerSwitch />} />
      ) : products.data ? (
        <NewRequest companyId={company.id} products={products.data.data.filter(isAsked)} />
      ) : (
        <QueryBoundary of={products} />
      )}
    </SidePanel>
  );
}

const isAsked = (product: Product) => requestedKinds.some((kind) => kind === product.kind);

function NewRequest({ companyId, products }: { companyId: number; products: readonly Product[] }) {
  const t = useText();
  const navigate = useNavigate();
  const [keys] = useState(createIdempotencyKeys);
  const create = useAction(api.deviceRequest.create, {
    onDone: (request) => {
      keys.answered();
      void navigate(oneRequestAddress(request));
    },
    onError: keys.failed,
  });
  const form = useEntityForm(draft, {
    namespace: 'device-requests',
    initial: { lines: [] as Line[], neededBy: '', structureId: null, note: '' },
    save: ({ neededBy, ...values }) => {
      const body = { ...values, neededBy: neededBy || null };
      return create.ask({ body, headers: { 'idempotency-key': keys.keyFor(body) } });
    },
  });
  const { lines, neededBy, structureId } = form.values;
  const today = new Date().toISOString().slice(0, 10);
  return (
    <EntityForm form={form} submitLabel={t('send')} wide>
      <ChosenLines lines={lines} products={products} onChange={(next) => form.set('lines', next)} />
      <AddProduct
        products={products.filter(({ id }) => !lines.some(({ productId }) => productId === id))}
        disabled={lines.length >= maxRequestLines}
        onAdd={(productId) => form.set('lines', [...lines, { productId, qty: 1 }])}
      />
      {form.errorAt('lines') && (
        <Alert color="red" role="alert">
          {lines.length === 0 ? t('noProducts') : form.errorAt('lines')}
        </Alert>
      )}
      <StructureSelect
        companyId={companyId}
        label={t('fields.structureId')}
        value={structureId}
        onChange={(id) => form.set('structureId', id)}
        error={form.errorAt('structureId')}
      />
      <DayInput
        {...form.field('neededBy')}
        value={neededBy}
        onChange={(day) => form.set('neededBy', day)}
        minDate={today}
        clearable
      />
      <Textarea {...form.field('note')} autosize minRows={3} maxRows={10} maxLength={2000} />
    </EntityForm>
  );
}

type ChosenProps = { lines: readonly Line[]; products: readonly Product[]; onChange(lines: Line[]): void };

function ChosenLines({ lines, products, onChange }: ChosenProps) {
  const t = useText();
  if (lines.length === 0) return null;
  return (
    <ul className={classes.lines} aria-label={t('lines')}>
      {lines.map(({ productId, qty }, at) => {
        const product = products.find(({ id }) => id === productId);
        if (!product) return null;
        const { name } = product;
        return (
          <li key={productId} className={classes.line}>
            <ProductDrawing drawing={product.drawing} title="" icon={product.icon} />
            <div>
              <Text fw={550}>
                <bdi>{name}</bdi>
              </Text>
              <Text size="sm" c="dimmed" lineClamp={2}>
                <bdi>{product.summary}</bdi>
              </Text>
            </div>
            <div className={classes.pictures}>
              <NumberInput
                className={classes.quantity ?? ''}
                aria-label={t('quantityOf', { name })}
                value={qty}
                min={1}
                max={9999}
                allowDecimal={false}
                allowNegative={false}
                dir="ltr"
                onChange={(next) =>
                  onChange(lines.map((line, n) => (n === at ? { productId, qty: Number(next) || 1 } : line)))
                }
              />
              <ActionIcon
                variant="subtle"
                aria-label={t('removeProduct', { name })}
                onClick={() => onChange(lines.filter((_, n) => n !== at))}
              >
                <IconX size={iconSizes.md} aria-hidden />
              </ActionIcon>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

type AddProps = { products: readonly Product[]; disabled: boolean; onAdd(productId: number): void };

/** Adds a product: devices before subscriptions, by app. */
function AddProduct({ products, disabled, onAdd }: AddProps) {
  const t = useText();
  const kit = useKitText();
  const apps = useSellingApps();
  const data = apps.flatMap(({ id, name }) => {
    const own = products.filter(({ app }) => app === id).sort((a, b) => Number(isDevice(b)) - Number(isDevice(a)));
    return own.length === 0
      ? []
      : [{ group: name, items: own.map((product) => ({ value: String(product.id), label: product.name })) }];
  });
  return (
    <Select
      label={t('addProduct')}
      data={data}
      value={null}
      searchable
      disabled={disabled}
      maxDropdownHeight={360}
      nothingFoundMessage={kit('list.noOptions')}
      onChange={(id) => id && onAdd(Number(id))}
      renderOption={({ option }) => {
        const product = products.find(({ id }) => String(id) === option.value);
        return (
          <span className={classes.option}>
            <span className={classes.picture}>
              {product && <ProductDrawing drawing={product.drawing} title="" icon={product.icon} />}
            </span>
            <bdi>{option.label}</bdi>
          </span>
        );
      }}
    />
  );
}
