import { TextInput } from '@mantine/core';
import { ForCompany, StructureSelect } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { licence, type ShownLicence } from '../../common/licence.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** A side panel in which the licence of a technician is recorded or corrected. */
export function LicenceForm({ before, onClose }: { before: ShownLicence | undefined; onClose(): void }) {
  const t = useText();
  const create = useAction(api.licence.create);
  const update = useAction(api.licence.update);
  const form = useEntityForm(licence.fields, {
    namespace: 'rodent',
    initial: {
      technicianId: before?.technicianId ?? null,
      structureId: before?.structureId ?? null,
      number: before?.number ?? '',
      authority: before?.authority ?? '',
      validFrom: before?.validFrom ?? '',
      expiresOn: before?.expiresOn ?? '',
    },
    save: (body) => (before ? update.ask({ params: { id: before.id }, body }) : create.ask({ body })),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t(before ? 'licences.edit' : 'licences.add')} onClose={onClose}>
      <EntityForm form={form}>
        <SearchSelect {...form.field('technicianId')} of={api.licence.technicians} known={before?.technician} />
        <ForCompany>
          {(companyId) => (
            <StructureSelect
              {...form.field('structureId')}
              companyId={companyId}
              known={before?.structure}
              label={t('licences.siteOrAll')}
            />
          )}
        </ForCompany>
        <TextInput {...form.field('number')} label={t('columns.licence')} />
        <TextInput {...form.field('authority')} />
        <DayInput {...form.field('validFrom')} value={form.values.validFrom ?? ''} clearable />
        <DayInput {...form.field('expiresOn')} value={form.values.expiresOn} />
      </EntityForm>
    </SidePanel>
  );
}
