import { Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { ForCompany, StructureSelect } from '#core/places/web/parts.tsx';
import { id, textOfLength } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { Panel } from '../../common/panel/panel.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const schema = z.object({
  serial: z.string().trim().min(1, 'Required'),
  name: textOfLength({ max: 120 }),
  structureId: id(),
  replaces: id().nullable(),
});

/** Makes a device of the inventory a panel at a site. It can take the place of another one. */
export function LinkForm({ onLinked, onClose }: { onLinked(panel: Panel): void; onClose(): void }) {
  const t = useText();
  const link = useAction(api.panel.link, { keyed: true, invalidates: [api.panel.list], onDone: onLinked });
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial: { serial: '', name: '', structureId: '', replaces: null },
    save: ({ serial, name, structureId, replaces }) =>
      link.ask({
        body: {
          ...{ serial, structureId },
          ...(name ? { name } : {}),
          ...(replaces === null ? {} : { replaces }),
        },
      }),
  });
  return (
    <SidePanel title={t('linking.title')} onClose={onClose}>
      <EntityForm form={form} submitLabel={t('linking.submit')}>
        <TextInput {...form.field('serial')} description={t('linking.serialHint')} dir="ltr" data-autofocus />
        <TextInput {...form.field('name')} maxLength={120} dir="auto" />
        <ForCompany>
          {(companyId) => (
            <StructureSelect {...form.field('structureId')} companyId={companyId} label={t('columns.site')} />
          )}
        </ForCompany>
        <SearchSelect {...form.field('replaces')} of={api.panel.list} label={t('linking.replaces')} />
        <Text size="xs" c="dimmed">
          {t('linking.replacesHint')}
        </Text>
      </EntityForm>
    </SidePanel>
  );
}
