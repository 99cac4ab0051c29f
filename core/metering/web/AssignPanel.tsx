import { NumberInput, Select } from '@mantine/core';
import { z } from 'zod';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { id } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type AssignmentLevel, assignmentLevels, newAssignment } from '../common/tariff.ts';
import { useText } from './texts.ts';
import { useMetering } from './use-metering.ts';

const schema = z.object({ tariffId: id(), level: newAssignment.shape.level, dwellings: newAssignment.shape.dwellings });

/** Assigns a tariff to a meter, to all meters of its structure or to all of its solution. */
export function AssignPanel({ device, onClose }: { device: DeviceDetail; onClose(): void }) {
  const t = useText();
  const { app, calls } = useMetering();
  const assign = useAction(calls.tariff.assign, { invalidates: [calls.bill.ofMonth] });
  const utility = app.metering?.solutions[device.solutionId]?.utility;
  const refs: Record<AssignmentLevel, number | undefined> = {
    device: device.id,
    structure: device.structure?.id,
    solution: device.solutionId,
  };
  const form = useEntityForm(schema, {
    namespace: 'metering',
    initial: { tariffId: null, level: 'device', dwellings: 1 },
    save: ({ tariffId, level, dwellings }) =>
      assign.ask({ params: { id: tariffId }, body: { level, dwellings, refId: refs[level] ?? 0 } }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('assign.title')} onClose={onClose}>
      <EntityForm form={form} submitLabel={t('assign.submit')}>
        <SearchSelect
          {...form.field('tariffId')}
          value={form.values.tariffId as number | null}
          of={calls.tariff.list}
          {...(utility ? { filter: { utility } } : {})}
        />
        <Select
          {...form.field('level')}
          allowDeselect={false}
          data={assignmentLevels.flatMap((value) =>
            refs[value] === undefined ? [] : { value, label: t(`values.level.${value}`) },
          )}
        />
        <NumberInput {...form.field('dwellings')} description={t('assign.dwellings')} min={1} allowDecimal={false} />
      </EntityForm>
    </SidePanel>
  );
}
