import { Button, Group, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import type { Panel } from '../../common/panel/panel.ts';
import { type SiaAccount, siaAccountInput, siaClocks, siaEncryptions, siaKeyForms } from '../../common/sia.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** By which account a panel reports over SIA DC-09, for people who may change it. */
export function SiaPanel({ panel }: { panel: Panel }) {
  const t = useText();
  const kit = useKitText();
  const params = { id: panel.id };
  const query = useData(api.panel.sia, { params });
  const [open, setOpen] = useState<'form' | 'removal' | null>(null);
  const remove = useAction(api.panel.removeSia, {
    invalidates: [api.panel.sia, api.panel.get, api.panel.list],
    onDone: () => setOpen(null),
  });
  const account = query.data;
  if (account === undefined) return <QueryBoundary of={query} />;
  return (
    <>
      <Facts
        title={t('sia')}
        aside={
          <Group gap="xs">
            {account && (
              <Button variant="default" size="xs" onClick={() => setOpen('removal')}>
                {t('removeSia')}
              </Button>
            )}
            <Button variant="default" size="xs" onClick={() => setOpen('form')}>
              {t(account ? 'editSia' : 'addSia')}
            </Button>
          </Group>
        }
        items={
          account
            ? [
                [t('fields.account'), <bdi key="account">{account.account}</bdi>],
                [t('fields.encryption'), t(`values.encryption.${account.encryption}`)],
                [t('fields.key'), kit(account.keyForm ? 'actions.yes' : 'actions.no')],
                [t('fields.clock'), t(`values.clock.${account.clock}`)],
                ...account.troubles.map(
                  ({ kind, count, address, lastAt }) =>
                    [
                      t(`values.trouble.${kind}`),
                      <Group key={kind} gap="xs">
                        <bdi>{t('siaTroubleText', { count, address })}</bdi>
                        <Ago at={lastAt} />
                      </Group>,
                    ] as const,
                ),
              ]
            : [[t('fields.account'), '–']]
        }
      />
      {open === 'form' && <SiaForm panelId={panel.id} before={account} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        opened={open === 'removal'}
        title={t('removeSia')}
        message={t('removeSiaText')}
        entityName={panel.name}
        confirmLabel={t('removeSia')}
        pending={remove.pending}
        onConfirm={() => remove.run({ params })}
        onCancel={() => setOpen(null)}
      />
    </>
  );
}

const schema = siaAccountInput.pick({ account: true }).extend({
  encryption: z.enum(siaEncryptions),
  keyForm: z.enum(siaKeyForms),
  key: z.string(),
  clock: z.enum(siaClocks),
  refusesPlainTime: z.boolean(),
});
type Props = { panelId: number; before: Omit<SiaAccount, 'troubles'> | null; onClose(): void };

function SiaForm({ panelId, before, onClose }: Props) {
  const t = useText();
  const set = useAction(api.panel.setSia, { invalidates: [api.panel.sia, api.panel.get, api.panel.list] });
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial: {
      account: before?.account ?? '',
      encryption: before?.encryption ?? 'optional',
      keyForm: before?.keyForm ?? 'hex',
      key: '',
      clock: before?.clock ?? 'utc',
      refusesPlainTime: before?.refusesPlainTime ?? false,
    },
    // A key is written once and never read again: an empty one stays as it is.
    save: ({ key, keyForm, ...body }) =>
      set.ask({ params: { id: panelId }, body: { ...body, ...(key ? { key, keyForm } : {}) } }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t(before ? 'editSia' : 'addSia')} onClose={onClose}>
      <EntityForm form={form}>
        <TextInput {...form.field('account')} maxLength={16} description={t('siaAccountHint')} data-autofocus />
        <Select
          {...form.field('encryption')}
          data={siaEncryptions.map((value) => ({ value, label: t(`values.encryption.${value}`) }))}
          allowDeselect={false}
        />
        <Select
          {...form.field('keyForm')}
          data={siaKeyForms.map((value) => ({ value, label: t(`values.keyForm.${value}`) }))}
          allowDeselect={false}
        />
        <PasswordInput
          {...form.field('key')}
          maxLength={64}
          autoComplete="off"
          description={t(before?.keyForm ? 'siaKeyKept' : 'siaKeyHint')}
        />
        <Select
          {...form.field('clock')}
          data={siaClocks.map((value) => ({ value, label: t(`values.clock.${value}`) }))}
          allowDeselect={false}
        />
        <Switch {...form.field('refusesPlainTime', 'checkbox')} description={t('plainTimeHint')} />
      </EntityForm>
    </SidePanel>
  );
}
