import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { enteredReading, type MeterReply } from '../common/meter.ts';
import { instantOfLocal, localNow, ReadingTime } from './ReadingTime.tsx';
import { useText } from './texts.ts';
import { useMetering } from './use-metering.ts';

const schema = enteredReading.pick({ value: true });

/** Enters a reading of a meter. */
export function EnterReadingPanel({
  device,
  meter,
  onClose,
}: {
  device: DeviceDetail;
  meter: MeterReply;
  onClose(): void;
}) {
  const t = useText();
  const { calls } = useMetering();
  const [at, setAt] = useState(localNow);
  const enter = useAction(calls.meter.enter, { invalidates: [calls.bill.ofMonth] });
  const form = useEntityForm(schema, {
    namespace: 'metering',
    initial: { value: '' },
    save: ({ value }) => enter.ask({ params: { id: device.id }, body: { at: instantOfLocal(at), value } }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('enter.title')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <ReadingTime value={at} onChange={setAt} />
        <NumberInput {...form.field('value')} suffix={` ${meter.unit}`} min={0} data-autofocus />
      </EntityForm>
    </SidePanel>
  );
}
