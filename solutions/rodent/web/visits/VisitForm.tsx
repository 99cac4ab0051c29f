import { Select, Textarea } from '@mantine/core';
import { z } from 'zod';
import { ForCompany, StructureSelect } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { LocalTimeInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { localInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import { type ShownVisit, visit, visitKinds } from '../../common/visits/visit.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const schema = visit.fields.extend({ plannedAt: z.string().min(1, 'Required') });
const nextHour = () => Math.ceil(Date.now() / 3_600_000) * 3_600_000;

/** A side panel in which a visit is planned, or another time and technician given to one that has not begun. */
export function VisitForm({ before, onClose }: { before: ShownVisit | undefined; onClose(): void }) {
  const t = useText();
  const create = useAction(api.visit.create);
  const update = useAction(api.visit.update);
  const form = useEntityForm(schema, {
    namespace: 'rodent',
    initial: {
      structureId: before?.structureId ?? null,
      kind: before?.kind ?? 'planned',
      plannedAt: localTime(before ? Date.parse(before.plannedAt) : nextHour()),
      technicianId: before?.technicianId ?? null,
      note: before?.note ?? '',
    },
    save: ({ structureId, plannedAt, ...values }) => {
      const body = { ...values, plannedAt: localInstant(plannedAt) ?? '' };
      return before ? update.ask({ params: { id: before.id }, body }) : create.ask({ body: { ...body, structureId } });
    },
    onSaved: onClose,
  });
  return (
    <SidePanel title={before ? t('editVisit') : t('planVisit')} onClose={onClose}>
      <EntityForm form={form}>
        <ForCompany>
          {(companyId) => (
            <StructureSelect
              {...form.field('structureId')}
              companyId={companyId}
              known={before?.structure}
              disabled={before !== undefined}
            />
          )}
        </ForCompany>
        <Select
          {...form.field('kind')}
          data={visitKinds.map((value) => ({ value, label: t(`values.kind.${value}`) }))}
          allowDeselect={false}
        />
        <LocalTimeInput {...form.field('plannedAt')} value={form.values.plannedAt} />
        <SearchSelect {...form.field('technicianId')} of={api.visit.technicians} known={before?.technician} />
        <Textarea {...form.field('note')} autosize minRows={2} />
      </EntityForm>
    </SidePanel>
  );
}
