import { Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useAction } from '#platform/web/client/hooks.ts';
import { useLabelsOf } from '#platform/web/i18n/texts.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { newScreen, type ScreenLanguage, type ShownScreen, screenLanguages } from '../common/screen.ts';
import { api, useText } from './api.ts';
import { useScreenKinds } from './use-screen-kinds.ts';

/** Read from left to right also within Arabic, where numbers and slashes would change places. */
const screenAddress = () => `\u2066${window.location.host}/screen\u2069`;

function How() {
  const t = useText();
  return (
    <Text size="sm" c="dimmed">
      {t('how', { address: screenAddress() })}
    </Text>
  );
}

const draft = newScreen
  .pick({ name: true, language: true })
  .extend({
    paper: z.boolean(),
    code: z.string(),
    what: z.string().min(1, 'Required'),
    subjectId: z
      .number()
      .nullable()
      .refine((id) => id !== null, 'Required'),
  })
  .refine(({ code, paper }) => paper || code !== '', { path: ['code'], message: 'Required' });
const code = z.object({ code: z.string().min(1, 'Required') });

/** Pairs the device that shows a code. */
export function PairPanel({ onClose }: { onClose(): void }) {
  const t = useText();
  const kinds = useScreenKinds();
  const languages = useLabelsOf(['screens'])('screens');
  const create = useAction(api.screen.create, { invalidates: [api.screen.list], onDone: onClose });
  const form = useEntityForm(draft, {
    namespace: 'screens',
    initial: {
      paper: false,
      code: '',
      name: '',
      what: kinds.length === 1 ? (kinds[0]?.value ?? '') : '',
      subjectId: null,
      language: 'both',
    },
    async save({ what, subjectId, paper, code: shown, ...body }) {
      const chosen = kinds.find(({ value }) => value === what);
      if (chosen && subjectId !== null)
        await create.ask({
          body: { ...body, code: paper ? null : shown, subjectId, app: chosen.app, kind: chosen.kind },
        });
    },
  });
  const chosen = kinds.find(({ value }) => value === form.values.what);
  return (
    <SidePanel title={t('new')} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t(form.values.paper ? 'add' : 'pair')}>
        <Switch
          label={t('fields.paper')}
          description={t('hints.paper')}
          checked={form.values.paper}
          onChange={({ currentTarget }) => form.set('paper', currentTarget.checked)}
        />
        {!form.values.paper && (
          <Stack gap="xs">
            <How />
            <TextInput {...form.field('code')} inputMode="numeric" dir="ltr" maxLength={7} data-autofocus />
          </Stack>
        )}
        <TextInput {...form.field('name')} description={t('hints.name')} maxLength={80} />
        <Select
          {...form.field('what')}
          data={kinds.map(({ value, label }) => ({ value, label }))}
          onChange={(what) => {
            form.set('what', what ?? '');
            form.set('subjectId', null);
          }}
        />
        {chosen && <SearchSelect {...form.field('subjectId')} key={chosen.value} of={chosen.list} />}
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

/** Another device takes the place of a screen. */
export function ReplacePanel({ screen, onClose }: { screen: ShownScreen; onClose(): void }) {
  const t = useText();
  const replace = useAction(api.screen.replace, { invalidates: [api.screen.list], onDone: onClose });
  const form = useEntityForm(code, {
    namespace: 'screens',
    initial: { code: '' },
    save: async (body) => {
      await replace.ask({ params: { id: screen.id }, body });
    },
  });
  return (
    <SidePanel title={t('replace')} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('pair')}>
        <How />
        <TextInput {...form.field('code')} inputMode="numeric" dir="ltr" maxLength={7} data-autofocus />
      </EntityForm>
    </SidePanel>
  );
}
