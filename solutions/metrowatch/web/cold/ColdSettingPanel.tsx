import { NumberInput, Select } from '@mantine/core';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type ColdSetting, coldSetting, productClasses, settingOf } from '../../common/cold/product-class.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const classes = Object.keys(productClasses) as ColdSetting['productClass'][];

/** What is stored in a cold room, and how its temperature is evaluated. */
export function ColdSettingPanel({
  device,
  before,
  onClose,
}: {
  device: number;
  before: ColdSetting;
  onClose(): void;
}) {
  const t = useText();
  const save = useAction(api.cold.setting, { invalidates: [api.cold.read] });
  const form = useEntityForm(coldSetting, {
    namespace: 'metrowatch',
    initial: { ...before },
    save: (body) => save.ask({ params: { id: device }, body }),
    onSaved: onClose,
  });
  const { set } = form;
  const choose = (productClass: ColdSetting['productClass']) => {
    set('productClass', productClass);
    if (productClass === 'own') return;
    const { low, high, allowanceMinutes } = settingOf(productClass);
    set('low', low);
    set('high', high);
    set('allowanceMinutes', allowanceMinutes);
  };
  const own = form.values.productClass === 'own';
  return (
    <SidePanel title={t('cold.limits')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <Select
          {...form.field('productClass')}
          data={classes.map((value) => ({ value, label: t(`values.productClass.${value}`) }))}
          allowDeselect={false}
          onChange={(value) => value && choose(value as ColdSetting['productClass'])}
        />
        <NumberInput {...form.field('low')} suffix=" °C" disabled={!own} />
        <NumberInput {...form.field('high')} suffix=" °C" disabled={!own} />
        <NumberInput {...form.field('allowanceMinutes')} min={0} suffix={` ${t('cold.min')}`} />
        <NumberInput {...form.field('recoveryMinutes')} min={1} suffix={` ${t('cold.min')}`} />
        <NumberInput {...form.field('deltaH')} suffix=" kJ/mol" />
      </EntityForm>
    </SidePanel>
  );
}
