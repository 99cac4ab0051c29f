import { Button, NumberInput, Progress, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useOtherCustomer } from '#core/devices/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { budgetFields } from '../common/budget.ts';
import { useText } from './texts.ts';
import { useMetering } from './use-metering.ts';

/** How much of its monthly budget a meter has used. People who may change the device can set the budget. */
export function BudgetPanel({ device }: { device: DeviceDetail }) {
  const t = useText();
  const { number } = useFormats();
  const { calls } = useMetering();
  const [editing, setEditing] = useState(false);
  const { data, isPending } = useData(calls.budget.read, { params: { id: device.id } }, { silent: true });
  const permitted = usePermitted(calls.budget.set.route.access, { resource: device.structure?.id ?? null });
  const otherCustomer = useOtherCustomer(device);
  const mayEdit = permitted && !otherCustomer;
  if (isPending) return <div aria-busy />;
  if (!data || (data.amount === null && !mayEdit)) return null;
  const { amount, used, unit } = data;
  const quantity = (value: number) => `${number(value, 1)} ${unit}`;
  const share = amount === null || used === null ? null : (used / amount) * 100;
  return (
    <Panel
      title={t('budget.title')}
      aside={
        mayEdit && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPencil size={iconSizes.sm} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('budget.edit')}
          </Button>
        )
      }
    >
      {amount === null || share === null || used === null ? (
        <Text c="dimmed">{amount === null ? t('budget.none') : t('budget.unknown', { amount: quantity(amount) })}</Text>
      ) : (
        <>
          <Text mb="xs">
            {t('budget.used', { used: quantity(used), amount: quantity(amount), share: `${number(share, 0)}%` })}
          </Text>
          <Progress
            value={Math.min(100, share)}
            color={`var(--severity-${share >= 100 ? 'poor' : share >= 80 ? 'ok' : 'good'}-strong)`}
            aria-label={t('budget.title')}
          />
        </>
      )}
      {editing && <EditBudget device={device} amount={amount} unit={unit} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

type EditProps = { device: DeviceDetail; amount: number | null; unit: string; onClose(): void };

function EditBudget({ device, amount, unit, onClose }: EditProps) {
  const t = useText();
  const { calls } = useMetering();
  const set = useAction(calls.budget.set);
  const form = useEntityForm(budgetFields, {
    namespace: 'metering',
    initial: { amount },
    save: (body) => set.ask({ params: { id: device.id }, body }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('budget.edit')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <NumberInput
          {...form.field('amount')}
          value={form.values.amount ?? ''}
          min={0}
          suffix={` ${unit}`}
          data-autofocus
        />
      </EntityForm>
    </SidePanel>
  );
}
