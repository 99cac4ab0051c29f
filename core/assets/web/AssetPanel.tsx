import { Select, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import { StructureSelect } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/SidePanel.tsx';
import { asset, assetStatuses, type ShownAsset } from '../common/asset.ts';
import { api, useText } from './api.ts';

const fields = asset.fields.pick({ name: true, type: true, status: true, structureId: true, description: true });
const schema = fields.extend({ code: z.string().trim().max(60, 'tooLong') });

type Props = {
  companyId: number;
  before: ShownAsset | undefined;
  /** The type that a new one begins with. */
  type?: string | undefined;
  /** Where a new one stands. */
  structure?: { id: number; name: string };
  onClose(): void;
};

/** A new asset, or the changes of one, beside the list. */
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
      description: before?.description ?? '',
    },
    save: (values) => {
      const body = { ...values, code: values.code || null };
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
        <StructureSelect
          {...form.field('structureId')}
          companyId={companyId}
          known={before ? before.structure : structure}
        />
        <Textarea {...form.field('description')} autosize minRows={2} />
      </EntityForm>
    </SidePanel>
  );
}
