import { Select, Switch, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { ScheduleSelect } from '#core/schedules/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { languages } from '#platform/web/i18n/i18n.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type Contact, contact as entity } from '../../common/premises/premises-file.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const schema = entity.fields.extend({ codeWord: z.string(), removesWord: z.boolean() });
type Props = {
  structureId: number;
  /** The company with whose schedules and accounts it is linked; null: these links stay as they are. */
  companyId: number | null;
  before: Contact | undefined;
  onClose(): void;
};

/** A side panel that adds somebody to a call list, or edits the entry. */
export function ContactForm({ structureId, companyId, before, onClose }: Props) {
  const t = useText();
  const shows = { invalidates: [api.premisesFile.get] };
  const create = useAction(api.premisesFile.addContact, { ...shows, keyed: true });
  const update = useAction(api.premisesFile.updateContact, shows);
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial: {
      name: before?.name ?? '',
      phone: before?.phone ?? '',
      language: before?.language ?? 'en',
      codeWord: '',
      removesWord: false,
      duressContact: before?.duressContact ?? false,
      scheduleId: before?.schedule?.id ?? null,
      userId: before?.user?.id ?? null,
    },
    // A code word is written once and not shown again here: an empty one stays as it is.
    save: ({ codeWord, removesWord, ...fields }) => {
      const word = removesWord ? { codeWord: null } : codeWord.trim() ? { codeWord } : {};
      const body = { ...fields, ...word };
      return before
        ? update.ask({ params: { structureId, id: before.id }, body })
        : create.ask({ params: { structureId }, body });
    },
    onSaved: onClose,
  });
  return (
    <SidePanel title={t(before ? 'premisesFile.editContact' : 'premisesFile.addContact')} onClose={onClose}>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} maxLength={80} dir="auto" data-autofocus />
        <TextInput {...form.field('phone')} type="tel" dir="ltr" maxLength={21} />
        <Select
          {...form.field('language')}
          data={languages.map((value) => ({ value, label: t(`values.language.${value}`) }))}
          allowDeselect={false}
        />
        <TextInput
          {...form.field('codeWord')}
          maxLength={30}
          dir="auto"
          autoComplete="off"
          disabled={form.values.removesWord === true}
          description={t(before?.codeWordAt ? 'premisesFile.codeWordKept' : 'premisesFile.codeWordHint')}
        />
        {before?.codeWordAt && (
          <Switch {...form.field('removesWord', 'checkbox')} label={t('premisesFile.removeCodeWord')} />
        )}
        {companyId !== null && (
          <>
            <ScheduleSelect
              {...form.field('scheduleId')}
              companyId={companyId}
              value={(form.values.scheduleId as number | null) ?? null}
              onChange={(scheduleId) => form.set('scheduleId', scheduleId)}
            />
            <Text size="xs" c="dimmed">
              {t('premisesFile.hoursHint')}
            </Text>
          </>
        )}
        <Switch {...form.field('duressContact', 'checkbox')} description={t('premisesFile.duressContactHint')} />
        {companyId !== null && form.values.duressContact === true && (
          <SearchSelect
            {...form.field('userId')}
            of={api.small.user}
            known={before?.user}
            label={t('premisesFile.account')}
          />
        )}
        {companyId !== null && form.values.duressContact === true && (
          <Text size="xs" c="dimmed">
            {t('premisesFile.accountHint')}
          </Text>
        )}
      </EntityForm>
    </SidePanel>
  );
}
