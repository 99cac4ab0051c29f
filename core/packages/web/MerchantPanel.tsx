import { NumberInput, TextInput } from '@mantine/core';
import { CountryField } from '#core/countries/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { merchantFields } from '../common/package.ts';
import { api, useText } from './api.ts';

/** Adds a merchant who sells codes. */
export function MerchantPanel({ onClose }: { onClose(): void }) {
  const t = useText();
  const add = useAction(api.package.addMerchant, { invalidates: [api.package.merchants], onDone: onClose });
  const form = useEntityForm(merchantFields, {
    namespace: 'packages',
    initial: { name: '', email: '', phone: '', countryId: null, commission: 0 },
    save: (body) => add.ask({ body }),
  });
  return (
    <SidePanel title={t('newMerchant')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} data-autofocus />
        <TextInput {...form.field('email')} type="email" dir="ltr" />
        <TextInput {...form.field('phone')} type="tel" dir="ltr" placeholder="+971 50 123 4567" />
        <CountryField {...form.field('countryId')} />
        <NumberInput {...form.field('commission')} min={0} max={100} decimalScale={2} suffix=" %" />
      </EntityForm>
    </SidePanel>
  );
}
