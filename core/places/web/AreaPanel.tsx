import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/SidePanel.tsx';
import { type Area, area } from '../common/area.ts';
import { unitedArabEmirates } from '../common/country.ts';
import { api, useText } from './api.ts';
import { CountrySelect } from './CountrySelect.tsx';

type Props = { companyId: number; before: Area | undefined; onClose(): void };

/** A new area, or the changes of one. */
export function AreaPanel({ companyId, before, onClose }: Props) {
  const t = useText();
  const touches = [api.structure.list];
  const create = useAction(api.area.create, { touches });
  const update = useAction(api.area.update, { touches });
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
        <CountrySelect
          label={t('fields.countryId')}
          value={country}
          onChange={(id) => {
            if (id !== country) form.set('cityId', null);
            setCountry(id);
          }}
        />
        <SearchSelect
          {...form.field('cityId')}
          key={country}
          of={api.country.cities}
          params={{ id: country }}
          known={before?.city}
        />
        <Textarea {...form.field('description')} autosize minRows={2} />
      </EntityForm>
    </SidePanel>
  );
}
