import { Select, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import { PlacementFields } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { asset, assetStatuses, type ShownAsset } from '../common/asset.ts';
import { api, useText } from './api.ts';

const fields = asset.fields.pick({
  name: true,
  type: true,
  status: true,
  structureId: true,
  floorId: true,
  spaceId: true,
  description: true,
});
const schema = fields.extend({ code: z.string().trim().max(60, 'tooLong'), purchasedAt: z.string() });

type Props = {
  companyId: number;
  before: ShownAsset | undefined;
  /** The initial type of a new asset. */
  type?: string | undefined;
  /** The initial structure of a new asset. */
  structure?: { id: number; name: string };
  onClose(): void;
};

/** A side panel that creates or edits an asset. */
export function AssetPanel({ companyId, before, type, structure, onClose }: Props) {
  const t = useText();
  const create = useAction(api.asset.create);
  const update = useAction(api.asset.update);
  const form = useEntityForm(schema, {
    namespace: 'assets',
    initial: {
      name: before?.name ?? '',
      type: before?.type ?? type ?? '',
      code: before?.code ?? '',
      status: before?.status ?? 'in-use',
      structureId: before ? before.structureId : (structure?.id ?? null),
      floorId: before?.floorId ?? null,
      spaceId: before?.spaceId ?? null,
      purchasedAt: before?.purchasedAt ?? '',
      description: before?.description ?? '',
    },
    save: (values) => {
      const body = { ...values, code: values.code || null, purchasedAt: values.purchasedAt || null };
      return before
        ? update.ask({ params: { companyId, id: before.id }, body })
        : create.ask({ params: { companyId }, body });
    },
    onSaved: onClose,
  });
  return (
    <SidePanel title={before ? t('editAsset') : t('addAsset')} onClose={onClose}>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} data-autofocus />
        <TextInput {...form.field('type')} />
        <TextInput {...form.field('code')} />
        <Select
          {...form.field('status')}
          data={assetStatuses.map((value) => ({ value, label: t(`values.status.${value}`) }))}
          allowDeselect={false}
        />
        <PlacementFields
          form={form}
          companyId={companyId}
          known={before ?? { structure, floor: undefined, space: undefined }}
        />
        <DayInput {...form.field('purchasedAt')} value={form.values.purchasedAt ?? ''} clearable />
        <Textarea {...form.field('description')} autosize minRows={2} />
      </EntityForm>
    </SidePanel>
  );
}
