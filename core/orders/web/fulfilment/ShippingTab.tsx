import { Button, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import type { OrderDetail, OrderLine } from '../../common/order.ts';
import { type Parcel, parcelBody } from '../../common/parcel.ts';
import { packedLines, parcelLines } from '../../common/parcel-lines.ts';
import { api, useText } from '../api.ts';
import { ParcelPanel } from '../parts/ParcelPanel.tsx';
import { AddressFacts } from './AddressFacts.tsx';
import classes from './Fulfilment.module.css';
import { shownOrder } from './shown-order.ts';

/** The parcels of an order, a new one, and where they go. */
export function ShippingTab({ order }: { order: OrderDetail }) {
  const t = useText();
  if (!order.requiresShipping)
    return <EmptyState title={t('shipping.nothing.title')} text={t('shipping.nothing.text')} />;
  const ships = order.nextActions.some(({ action, enabled }) => action === 'ship' && enabled);
  return (
    <div className={classes.columns}>
      <Stack>
        {ships && <NewParcel key={order.version} order={order} />}
        {order.parcels.toReversed().map((parcel) => (
          <ParcelPanel key={parcel.id} order={order} parcel={parcel}>
            <ParcelActions order={order} parcel={parcel} />
          </ParcelPanel>
        ))}
        {!ships && order.parcels.length === 0 && (
          <EmptyState title={t('shipping.none.title')} text={t('shipping.none.text')} />
        )}
      </Stack>
      <AddressFacts order={order} />
    </div>
  );
}

const details = parcelBody.omit({ action: true, lines: true });

function NewParcel({ order }: { order: OrderDetail }) {
  const t = useText();
  const open = packedLines(order.lines).filter((line) => line.shippedQty + line.refundedQty < line.qty);
  const [chosen, setChosen] = useState(
    () => new Map(open.map((line) => [line.id, line.qty - line.refundedQty - line.shippedQty])),
  );
  const change = useAction(api.shipping.change, { shows: shownOrder(order) });
  const form = useEntityForm(details, {
    namespace: 'orders',
    initial: { carrier: '', tracking: '', link: '', note: '' },
    save: (values) =>
      change.ask({
        params: { id: order.id },
        body: { ...values, action: 'ship', lines: parcelLines(order.lines, chosen) },
      }),
  });
  return (
    <Panel title={t('shipping.newParcel')}>
      <EntityForm form={form} submitLabel={t('shipping.ship')}>
        <ul className={classes.pieces}>
          {open.map((line) => (
            <li key={line.id}>
              <Pieces
                line={line}
                value={chosen.get(line.id) ?? 0}
                onChange={(qty) => setChosen(new Map(chosen).set(line.id, qty))}
              />
            </li>
          ))}
        </ul>
        <TextInput {...form.field('carrier')} />
        <TextInput {...form.field('tracking')} dir="ltr" />
        <TextInput {...form.field('link')} dir="ltr" type="url" />
        <Textarea {...form.field('note')} rows={2} />
      </EntityForm>
    </Panel>
  );
}

function Pieces({ line, value, onChange }: { line: OrderLine; value: number; onChange(qty: number): void }) {
  const t = useText();
  const { number } = useFormats();
  const left = line.qty - line.refundedQty - line.shippedQty;
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <div>
        <bdi>{line.name}</bdi>
        <Text size="sm" c="dimmed">
          {t('shipping.left', { left: number(left), qty: number(line.qty) })}
        </Text>
      </div>
      <NumberInput
        className={classes.quantity}
        aria-label={t('shipping.piecesOf', { name: line.name })}
        value={value}
        min={0}
        max={left}
        clampBehavior="strict"
        allowDecimal={false}
        onChange={(qty) => onChange(Number(qty) || 0)}
      />
    </Group>
  );
}

function ParcelActions({ order, parcel: { id, deliveredAt, returnedAt } }: { order: OrderDetail; parcel: Parcel }) {
  const t = useText();
  const change = useAction(api.shipping.change, { shows: shownOrder(order) });
  const set = (action: 'deliver' | 'return') =>
    change.run({ params: { id: order.id }, body: { action, shipmentId: id } });
  if (returnedAt) return null;
  return (
    <Group gap="xs">
      {!deliveredAt && (
        <Button size="compact-sm" loading={change.pending} onClick={() => set('deliver')}>
          {t('shipping.deliver')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" disabled={change.pending} onClick={() => set('return')}>
        {t('shipping.return')}
      </Button>
    </Group>
  );
}
