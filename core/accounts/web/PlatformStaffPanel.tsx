import { Select, TextInput } from '@mantine/core';
import { adminTypes } from '#platform/common/company-kinds.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { currentLanguage } from '#platform/web/i18n/i18n.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/SidePanel.tsx';
import { type PlatformAdministrator, platformStaffBody } from '../common/platform-staff.ts';
import { user } from '../common/user.ts';
import { api } from './api.ts';
import { ltr } from './companies/company-fields.ts';
import { useText } from './text.ts';
import { useTypedChecks } from './use-typed-checks.ts';

const draft = platformStaffBody.extend({ locale: user.fields.shape.locale });

/** Invites an administrator of the platform, or changes one. */
export function PlatformStaffPanel({ person, onClose }: { person: PlatformAdministrator | null; onClose(): void }) {
  const t = useText();
  const kit = useKitText();
  const me = useMe();
  const create = useAction(api.platformStaff.create);
  const update = useAction(api.platformStaff.update);
  const mend = useAction(api.platformStaff.email);
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: {
      firstName: person?.firstName ?? '',
      lastName: person?.lastName ?? '',
      email: person?.email ?? '',
      adminType: person?.adminType ?? 'Financial Admin',
      locale: person?.locale ?? currentLanguage(),
    },
    async save({ email, ...rest }) {
      if (!person) return create.ask({ body: { ...rest, email } });
      const params = { userId: person.id };
      if (email !== person.email) await mend.ask({ params, body: { email }, silent: 'success' });
      return update.ask({ params, body: rest });
    },
    onSaved: onClose,
  });
  const typed = useTypedChecks({ email: form.values.email }, person);
  const hint = person ? (person.invited ? t('staff.mendHint') : undefined) : t('staff.inviteHint');
  return (
    <SidePanel title={t(person ? 'platformStaff.edit' : 'platformStaff.add')} onClose={onClose} keeps>
      <EntityForm form={form} {...(person ? {} : { submitLabel: t('staff.invite') })}>
        <TextInput {...form.field('firstName')} />
        <TextInput {...form.field('lastName')} />
        <TextInput
          {...form.field('email')}
          {...typed.email(form.field('email').error)}
          type="email"
          disabled={person !== null && !person.invited}
          styles={ltr}
          {...(hint ? { description: hint } : {})}
        />
        <Select
          {...form.field('adminType')}
          allowDeselect={false}
          disabled={person?.id === me.user.id}
          description={t(`platformStaff.explained.${form.values.adminType}`)}
          data={adminTypes.map((value) => ({ value, label: kit(`adminTypes.${value}`) }))}
        />
        <Select
          {...form.field('locale')}
          allowDeselect={false}
          data={(['en', 'ar'] as const).map((value) => ({ value, label: t(`values.locale.${value}`) }))}
        />
      </EntityForm>
    </SidePanel>
  );
}
