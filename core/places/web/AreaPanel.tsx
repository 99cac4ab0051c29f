import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unitedArabEmirates } from '#core/countries/common/defaults.ts';
import { CountryAndCity } from '#core/countries/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type Area, area } from '../common/area.ts';
import { api, useText } from './api.ts';

type Props = { companyId: number; before: Area | undefined; onClose(): void };

/** A side panel that creates or edits an area. */
export function AreaPanel({ companyId, before, onClose }: Props) {
  const t = useText();
  const invalidates = [api.structure.list];
  const create = useAction(api.area.create, { invalidates });
  const update = useAction(api.area.update, { invalidates });
  const [country, setCountry] = useState(before?.city?.countryId ?? unitedArabEmirates);
  const form = useEntityForm(area.fields, {
    namespace: 'places',
    initial: { name: before?.name ?? '', description: before?.description ?? '', cityId: before?.cityId ?? null },
    save: (body) =>
      before ? update.ask({ params: { companyId, id: before.id }, body }) : create.ask({ params: { companyId }, body }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={before ? t('editArea') : t('addArea')} onClose={onClose}>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} data-autofocus />
        <CountryAndCity
          country={{ value: country, onChange: setCountry }}
          city={{ ...form.field('cityId'), known: before?.city }}
        />
        <Textarea {...form.field('description')} autosize minRows={2} />
      </EntityForm>
    </SidePanel>
  );
}
