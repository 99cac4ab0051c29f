import { Divider, Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import { ForCompany, StructureSelect } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { driver, driverStates, hasCheckDigit, type ShownDriver } from '../../common/drivers/driver.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const { shape } = driver.fields;
/** Empty texts and days are none. */
const orNone = <Field extends z.ZodType>(field: Field) => z.union([z.literal('').transform(() => null), field]);
const schema = driver.fields.extend({
  phone: orNone(shape.phone),
  employeeNo: orNone(shape.employeeNo),
  licenceNo: orNone(shape.licenceNo),
  licenceCategories: orNone(shape.licenceCategories),
  licenceExpires: orNone(shape.licenceExpires),
  emiratesId: orNone(shape.emiratesId),
  emiratesIdExpires: orNone(shape.emiratesIdExpires),
});

/** A side panel that adds or changes a driver. */
export function DriverForm({ before, onClose }: { before: ShownDriver | undefined; onClose(): void }) {
  const t = useText();
  const create = useAction(api.driver.create);
  const update = useAction(api.driver.update);
  const form = useEntityForm(schema, {
    namespace: 'fleet',
    initial: {
      name: before?.name ?? '',
      structureId: before?.structureId ?? null,
      phone: before?.phone ?? '',
      employeeNo: before?.employeeNo ?? '',
      licenceNo: before?.licenceNo ?? '',
      licenceCategories: before?.licenceCategories ?? '',
      licenceExpires: before?.licenceExpires ?? '',
      emiratesId: before?.emiratesId ?? '',
      emiratesIdExpires: before?.emiratesIdExpires ?? '',
      state: before?.state ?? 'active',
      notes: before?.notes ?? '',
    },
    save: (body) => (before ? update.ask({ params: { id: before.id }, body }) : create.ask({ body })),
    onSaved: onClose,
  });
  const text = (name: 'employeeNo' | 'licenceNo' | 'licenceCategories') => <TextInput {...form.field(name)} />;
  const day = (name: 'licenceExpires' | 'emiratesIdExpires') => (
    <DayInput {...form.field(name)} value={form.values[name] ?? ''} clearable />
  );
  const card = form.values.emiratesId ?? '';
  const doubtful = shape.emiratesId.safeParse(card).success && !hasCheckDigit(card);
  return (
    <SidePanel title={t(before ? 'editDriver' : 'addDriver')} onClose={onClose} wide>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} data-autofocus />
        <ForCompany>
          {(companyId) => (
            <StructureSelect
              {...form.field('structureId')}
              companyId={companyId}
              known={before?.structure ?? undefined}
            />
          )}
        </ForCompany>
        <Text size="sm" c="dimmed">
          {t('driverBaseHint')}
        </Text>
        <Group grow align="start">
          <TextInput {...form.field('phone')} value={form.values.phone ?? ''} type="tel" dir="ltr" />
          {text('employeeNo')}
        </Group>
        <Select
          {...form.field('state')}
          data={driverStates.map((value) => ({ value, label: t(`values.driverState.${value}`) }))}
          allowDeselect={false}
        />
        <Divider label={t('papers')} labelPosition="left" />
        <Group grow align="start">
          {text('licenceNo')}
          {text('licenceCategories')}
          {day('licenceExpires')}
        </Group>
        <Group grow align="start">
          <TextInput
            {...form.field('emiratesId')}
            value={card}
            dir="ltr"
            placeholder="784-1990-1234567-1"
            {...(doubtful ? { description: t('doubtfulCard') } : {})}
          />
          {day('emiratesIdExpires')}
        </Group>
        <Textarea {...form.field('notes')} autosize minRows={2} />
      </EntityForm>
    </SidePanel>
  );
}
