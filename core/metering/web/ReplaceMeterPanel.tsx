import { Group, NumberInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { FileButton } from '#platform/web/ui/form/FileDrop.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type MeterReply, photoUpload, replacement } from '../common/meter.ts';
import { instantOfLocal, localNow, ReadingTime } from './ReadingTime.tsx';
import { useText } from './texts.ts';
import { useMetering } from './use-metering.ts';

const schema = replacement.omit({ at: true });
const sides = ['endIndex', 'startIndex'] as const;
type Photos = Partial<Record<(typeof sides)[number], File>>;

/** Enters that a meter was replaced: both indices, the new serial number, and a photo of each index. */
export function ReplaceMeterPanel({
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
  const [photos, setPhotos] = useState<Photos>({});
  const replace = useAction(calls.meter.replace, { invalidates: [calls.bill.ofMonth] });
  const addPhoto = useAction(calls.segmentPhoto.add, { invalidates: [calls.meter.read] });
  const form = useEntityForm(schema, {
    namespace: 'metering',
    initial: { endIndex: '', startIndex: 0, serial: '' },
    async save(values) {
      const { segments } = await replace.ask({
        params: { id: device.id },
        body: { ...values, at: instantOfLocal(at) },
      });
      // The newest segment is that of the new meter, the one before that of the old.
      const segmentOf = { endIndex: segments[1], startIndex: segments[0] };
      for (const side of sides) {
        const [file, segment] = [photos[side], segmentOf[side]];
        if (file && segment) await addPhoto.ask({ params: { id: segment.id }, body: { file } });
      }
    },
    onSaved: onClose,
  });
  const photo = (side: (typeof sides)[number]) => (
    <Group gap="xs">
      <FileButton
        label={t(`replace.photo.${side}`)}
        upload={photoUpload}
        onFile={(file) => setPhotos((before) => ({ ...before, [side]: file }))}
      />
      {photos[side] && (
        <Text size="sm">
          <bdi>{photos[side].name}</bdi>
        </Text>
      )}
    </Group>
  );
  const unit = { suffix: ` ${meter.unit}`, min: 0 };
  return (
    <SidePanel title={t('replace.title')} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('replace.submit')}>
        <ReadingTime value={at} onChange={setAt} />
        <NumberInput {...form.field('endIndex')} {...unit} data-autofocus />
        {photo('endIndex')}
        <TextInput {...form.field('serial')} dir="ltr" />
        <NumberInput {...form.field('startIndex')} {...unit} />
        {photo('startIndex')}
      </EntityForm>
    </SidePanel>
  );
}
