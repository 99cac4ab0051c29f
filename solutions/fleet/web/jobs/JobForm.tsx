import { Group, Select, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { LocalTimeInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { localInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import { job, jobPriorities, jobTypes, type ShownJob } from '../../common/jobs/job.ts';
import { maxStops, newStop } from '../../common/jobs/stop.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { StopsInput } from './StopsInput.tsx';

const { shape } = job.fields;
/** Empty texts are none. */
const orNone = <Field extends z.ZodType>(field: Field) => z.union([z.literal('').transform(() => null), field]);
const schema = job.fields.omit({ structureId: true }).extend({
  vehicleId: shape.structureId,
  customerName: orNone(shape.customerName),
  customerPhone: orNone(shape.customerPhone),
  plannedFrom: z.string(),
  plannedTo: z.string(),
  // Already a number: a field of the form is never a text.
  stops: z.array(newStop.extend({ pointId: z.number().nullable().optional() })).max(maxStops, 'tooMany'),
});

const shownTime = (at: string | null | undefined) => (at ? localTime(Date.parse(at)) : '');

type Props = {
  before: ShownJob | undefined;
  /** The vehicle of a new job, as long as no other is chosen. */
  vehicle?: ShownJob['vehicle'];
  onClose(): void;
};

/** A side panel in which a job is planned or changed. A title and a vehicle suffice. */
export function JobForm({ before, vehicle, onClose }: Props) {
  const t = useText();
  const known = (before ? before.vehicle : vehicle) ?? undefined;
  const create = useAction(api.job.create);
  const update = useAction(api.job.update);
  const begun = before?.state === 'in-progress' || before?.state === 'on-hold';
  const form = useEntityForm(schema, {
    namespace: 'fleet',
    initial: {
      title: before?.title ?? '',
      vehicleId: known?.id ?? null,
      driverId: before?.driverId ?? null,
      type: before?.type ?? 'delivery',
      priority: before?.priority ?? 'normal',
      plannedFrom: shownTime(before?.plannedFrom),
      plannedTo: shownTime(before?.plannedTo),
      customerName: before?.customerName ?? '',
      customerPhone: before?.customerPhone ?? '',
      description: before?.description ?? '',
      stops: before?.stops ?? [],
    },
    save({ plannedFrom, plannedTo, stops, ...values }) {
      const plan = { plannedFrom: localInstant(plannedFrom) ?? null, plannedTo: localInstant(plannedTo) ?? null };
      // Those of a job that has begun stay as they are.
      const body = { ...values, ...plan, ...(begun ? {} : { stops }) };
      return before
        ? update.ask({ params: { id: before.id }, body: { ...body, version: before.version } })
        : create.ask({ body });
    },
    onSaved: onClose,
  });
  return (
    <SidePanel title={t(before ? 'editJob' : 'addJob')} onClose={onClose} wide>
      <EntityForm form={form}>
        <TextInput {...form.field('title')} data-autofocus />
        <Group grow align="start">
          <SearchSelect {...form.field('vehicleId')} of={api.vehicle.list} known={known} />
          <SearchSelect {...form.field('driverId')} of={api.driver.list} known={before?.driver ?? undefined} />
        </Group>
        <Group grow align="start">
          <Select
            {...form.field('type')}
            label={t('columns.jobType')}
            data={jobTypes.map((value) => ({ value, label: t(`values.jobType.${value}`) }))}
            allowDeselect={false}
          />
          <Select
            {...form.field('priority')}
            data={jobPriorities.map((value) => ({ value, label: t(`values.priority.${value}`) }))}
            allowDeselect={false}
          />
        </Group>
        <Group grow align="start">
          <LocalTimeInput {...form.field('plannedFrom')} value={form.values.plannedFrom} />
          <LocalTimeInput {...form.field('plannedTo')} value={form.values.plannedTo} />
        </Group>
        <Group grow align="start">
          <TextInput {...form.field('customerName')} value={form.values.customerName ?? ''} />
          <TextInput {...form.field('customerPhone')} value={form.values.customerPhone ?? ''} type="tel" dir="ltr" />
        </Group>
        <Textarea {...form.field('description')} autosize minRows={2} />
        {!begun && (
          <StopsInput
            label={t('columns.stops')}
            value={form.values.stops}
            onChange={(stops) => form.set('stops', stops)}
            errorAt={form.errorAt}
          />
        )}
      </EntityForm>
    </SidePanel>
  );
}
