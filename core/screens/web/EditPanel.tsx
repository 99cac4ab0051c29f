import { Select, TextInput } from '@mantine/core';
import { useAction } from '#platform/web/client/hooks.ts';
import { useLabelsOf } from '#platform/web/i18n/texts.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { changedScreen, type ScreenLanguage, type ShownScreen, screenLanguages } from '../common/screen.ts';
import { api, useText } from './api.ts';

/** Changes the name and the language of a screen. */
export function EditPanel({ screen, onClose }: { screen: ShownScreen; onClose(): void }) {
  const t = useText();
  const languages = useLabelsOf(['screens'])('screens');
  const update = useAction(api.screen.update, { invalidates: [api.screen.list], onDone: onClose });
  const { id, name, language } = screen;
  const form = useEntityForm(changedScreen, {
    namespace: 'screens',
    initial: { name, language },
    save: async (body) => {
      await update.ask({ params: { id }, body });
    },
  });
  return (
    <SidePanel title={name} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} description={t('hints.name')} maxLength={80} data-autofocus />
        <Select
          {...form.field('language')}
          allowDeselect={false}
          data={screenLanguages.map((value) => ({ value, label: languages.label(`values.language.${value}`) }))}
          onChange={(value) => form.set('language', (value ?? 'both') as ScreenLanguage)}
        />
      </EntityForm>
    </SidePanel>
  );
}
