import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { billingProfile, type ShownBillingProfile } from '../../common/billing-profile.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { ltr } from './company-fields.ts';

/** The details of a company on bills; its administrators can change them. */
export function BillingDetails({ companyId }: { companyId: number }) {
  const t = useText();
  const [editing, setEditing] = useState(false);
  const found = useData(api.billingProfile.get, { params: { id: companyId } }, { silent: true });
  const { data: profile } = found;
  if (profile === undefined) return <QueryBoundary of={found} />;
  const title = t('billing.title');
  const aside = (
    <Can access={billingProfile.can('update')}>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPencil size={iconSizes.sm} aria-hidden />}
        onClick={() => setEditing(true)}
      >
        {t('billing.edit')}
      </Button>
    </Can>
  );
  return (
    <>
      {profile ? (
        <ProfileFacts profile={profile} title={title} aside={aside} />
      ) : (
        <Panel title={title} aside={aside}>
          <Text c="dimmed">{t('billing.none')}</Text>
        </Panel>
      )}
      {editing && <EditBilling companyId={companyId} before={profile} onClose={() => setEditing(false)} />}
    </>
  );
}

type FactsProps = { profile: ShownBillingProfile; title: string; aside: ReactNode };

function ProfileFacts({ profile, ...panel }: FactsProps) {
  const t = useText();
  const text = (value: string | null) => value && <bdi style={{ whiteSpace: 'pre-line' }}>{value}</bdi>;
  const code = (value: string | null) => value && <Bdi>{value}</Bdi>;
  const facts = [
    [t('fields.legalNameEn'), text(profile.legalNameEn)],
    [t('fields.legalNameAr'), text(profile.legalNameAr)],
    [t('fields.trn'), code(profile.trn)],
    [t('fields.addressEn'), text(profile.addressEn)],
    [t('fields.addressAr'), text(profile.addressAr)],
    [t('fields.billsEmail'), code(profile.billsEmail)],
  ] as const;
  return (
    <>
      <Facts {...panel} items={facts.filter(([, value]) => value !== null)} />
      {profile.pendingBillsEmail && (
        <Text size="sm" c="dimmed">
          {t('billing.pending', { email: profile.pendingBillsEmail })}
        </Text>
      )}
    </>
  );
}

type EditProps = { companyId: number; before: ShownBillingProfile | null; onClose(): void };

function EditBilling({ companyId, before, onClose }: EditProps) {
  const t = useText();
  const set = useAction(api.billingProfile.set, { invalidates: [api.company.history] });
  const form = useEntityForm(billingProfile.fields, {
    namespace: 'accounts',
    initial: {
      legalNameEn: before?.legalNameEn ?? '',
      legalNameAr: before?.legalNameAr ?? '',
      trn: before?.trn ?? '',
      addressEn: before?.addressEn ?? '',
      addressAr: before?.addressAr ?? '',
      billsEmail: before?.pendingBillsEmail ?? before?.billsEmail ?? '',
    },
    save: (body) => set.ask({ params: { id: companyId }, body }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('billing.edit')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <TextInput {...form.field('legalNameEn')} dir="ltr" data-autofocus />
        <TextInput {...form.field('legalNameAr')} dir="rtl" />
        <TextInput {...form.field('trn')} inputMode="numeric" styles={ltr} description={t('billing.saudiHint')} />
        <Textarea {...form.field('addressEn')} autosize minRows={2} dir="ltr" />
        <Textarea {...form.field('addressAr')} autosize minRows={2} dir="rtl" />
        <TextInput {...form.field('billsEmail')} type="email" styles={ltr} description={t('billing.emailHint')} />
      </EntityForm>
    </SidePanel>
  );
}
