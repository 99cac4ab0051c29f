import { Input, Select, Textarea, TextInput } from '@mantine/core';
import { LocationPicker, StructureSelect } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type LoraGateway, loraGateway, loraGatewayStatuses } from '../../common/lora-gateway.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const ltr = { input: { direction: 'ltr', textAlign: 'start' } } as const;

type Props = { companyId: number; before: LoraGateway | undefined; onClose(): void };

/** A side panel that creates or edits a LoRaWAN gateway. */
export function LoraGatewayPanel({ companyId, before, onClose }: Props) {
  const t = useText();
  const create = useAction(api.loraGateway.create);
  const update = useAction(api.loraGateway.update);
  const form = useEntityForm(loraGateway.fields, {
    namespace: 'devices',
    initial: {
      name: before?.name ?? '',
      eui: before?.eui ?? '',
      model: before?.model ?? '',
      status: before?.status ?? 'in-service',
      structureId: before?.structureId ?? null,
      location: before?.location ?? null,
      description: before?.description ?? '',
    },
    save: (body) => (before ? update.ask({ params: { id: before.id }, body }) : create.ask({ body })),
    onSaved: onClose,
  });
  const { values, set } = form;
  return (
    <SidePanel title={t(before ? 'loraGateways.edit' : 'loraGateways.add')} onClose={onClose}>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} data-autofocus />
        <TextInput
          {...form.field('eui')}
          description={t('loraGateways.euiHint')}
          maxLength={23}
          styles={ltr}
          onChange={(event) => set('eui', event.currentTarget.value.toUpperCase().replaceAll(/[\s:-]/g, ''))}
        />
        <TextInput {...form.field('model')} />
        <Select
          {...form.field('status')}
          data={loraGatewayStatuses.map((value) => ({ value, label: t(`values.status.${value}`) }))}
          allowDeselect={false}
        />
        <StructureSelect {...form.field('structureId')} companyId={companyId} known={before?.structure} />
        <Input.Wrapper label={t('fields.location')} labelElement="div" error={form.field('location').error}>
          <LocationPicker value={values.location} onChange={(next) => set('location', next)} />
        </Input.Wrapper>
        <Textarea {...form.field('description')} autosize minRows={2} />
      </EntityForm>
    </SidePanel>
  );
}
