import { Checkbox, TextInput } from '@mantine/core';
import { CountryAndCity } from '#core/countries/web/parts.tsx';
import type { RowOf } from '#platform/common/define-entity.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { address } from '../../common/address.ts';
import { api, useText } from '../api.ts';

export type BuyerAddress = RowOf<typeof address>;
type Line = Pick<BuyerAddress, 'recipient' | 'building' | 'unit' | 'street' | 'area' | 'code' | 'phone'>;

/** An address on one line. */
export const addressText = ({ recipient, building, unit, street, area, code, phone }: Line, comma: string): string =>
  [recipient, building, unit, street, area, code, phone].filter(Boolean).join(comma);

const fields = address.fields.omit({ location: true });

type Props = {
  companyId: number;
  /** The address that is changed; without one a new one is made. */
  before?: BuyerAddress | undefined;
  onClose(): void;
  onSaved(id: number): void;
};

/** The form of a delivery address, in a panel. */
export function AddressForm({ companyId, before, onClose, onSaved }: Props) {
  const t = useText();
  const create = useAction(api.address.create);
  const update = useAction(api.address.update);
  const form = useEntityForm(fields, {
    namespace: 'market',
    initial: {
      label: before?.label ?? '',
      recipient: before?.recipient ?? '',
      phone: before?.phone ?? '',
      countryId: before?.countryId ?? null,
      cityId: before?.cityId ?? null,
      area: before?.area ?? '',
      street: before?.street ?? '',
      building: before?.building ?? '',
      unit: before?.unit ?? '',
      code: before?.code ?? '',
      note: before?.note ?? '',
      isDefault: before?.isDefault ?? false,
    },
    save: async (body) => {
      const saved = before
        ? await update.ask({ params: { companyId, id: before.id }, body })
        : await create.ask({ params: { companyId }, body });
      onSaved(saved.id);
    },
  });
  return (
    <SidePanel title={before ? before.label : t('newAddress')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <TextInput {...form.field('label')} description={t('labelHint')} data-autofocus />
        <TextInput {...form.field('recipient')} />
        <TextInput {...form.field('phone')} type="tel" dir="ltr" placeholder="+971 50 123 4567" />
        <CountryAndCity country={form.field('countryId')} city={form.field('cityId')} />
        <TextInput {...form.field('area')} />
        <TextInput {...form.field('street')} />
        <TextInput {...form.field('building')} />
        <TextInput {...form.field('unit')} />
        <TextInput {...form.field('code')} description={t('codeHint')} dir="ltr" />
        <TextInput {...form.field('note')} />
        <Checkbox {...form.field('isDefault', 'checkbox')} />
      </EntityForm>
    </SidePanel>
  );
}
