import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { trapFields, trapKinds, trapTargets, trapZones } from '../../common/trap.ts';
import type { Trap } from '../../common/trap-routes.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** A side panel with what people enter for a trap. */
export function TrapForm({ trap, onClose }: { trap: Trap; onClose(): void }) {
  const t = useText();
  const update = useAction(api.trap.update);
  const form = useEntityForm(trapFields, {
    namespace: 'rodent',
    initial: {
      number: trap.number ?? '',
      kind: trap.kind,
      target: trap.target,
      zone: trap.zone,
      lure: trap.lure ?? '',
      capacity: trap.capacity ?? '',
      liveCatch: trap.liveCatch,
    },
    save: (body) => update.ask({ params: { id: trap.id }, body }),
    onSaved: onClose,
  });
  const choices = <Value extends string>(values: readonly Value[], textOf: (value: Value) => string) =>
    values.map((value) => ({ value, label: textOf(value) }));
  return (
    <SidePanel title={t('editTrap')} onClose={onClose}>
      <EntityForm form={form}>
        <NumberInput {...form.field('number')} min={1} max={9999} description={t('numberHint')} data-autofocus />
        <Select
          {...form.field('zone')}
          data={choices(trapZones, (one) => t(`values.zone.${one}`))}
          allowDeselect={false}
        />
        <Select
          {...form.field('kind')}
          label={t('columns.trapKind')}
          data={choices(trapKinds, (one) => t(`values.trapKind.${one}`))}
          allowDeselect={false}
        />
        <Select
          {...form.field('target')}
          data={choices(trapTargets, (one) => t(`values.target.${one}`))}
          allowDeselect={false}
        />
        <TextInput {...form.field('lure')} maxLength={80} />
        {form.values.kind === 'multi-catch' && <NumberInput {...form.field('capacity')} min={1} max={30} />}
        <Switch {...form.field('liveCatch', 'checkbox')} />
      </EntityForm>
    </SidePanel>
  );
}
