import { NumberInput, Switch, Text } from '@mantine/core';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type WaterUse, waterUse } from '../../common/insights.ts';
import { api } from '../api.ts';
import type { PanelProps } from './parts.tsx';
import { useText } from './texts.ts';

/** What people use at night in the site of the device. */
export function WaterUsePanel({ device, use, onClose }: PanelProps & { use: WaterUse; onClose(): void }) {
  const t = useText();
  const save = useAction(api.setting.waterUse, { invalidates: [api.insight.waterFlow] });
  const form = useEntityForm(waterUse, {
    namespace: 'swam',
    initial: use,
    save: (body) => save.ask({ params: { id: device.id }, body }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('night.edit')} onClose={onClose} keepOpen>
      <Text size="sm" c="dimmed" mb="md">
        {t('night.editText', { site: device.structure?.name ?? '' })}
      </Text>
      <EntityForm form={form}>
        <NumberInput {...form.field('dwellings')} min={0} data-autofocus />
        <NumberInput {...form.field('perDwelling')} min={0} decimalScale={2} suffix=" L/h" />
        <Switch {...form.field('watched', 'checkbox')} />
      </EntityForm>
    </SidePanel>
  );
}
