import { Modal, Select, TextInput } from '@mantine/core';
import { z } from 'zod';
import { email, phone } from '#platform/common/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { currentLanguage } from '#platform/web/i18n/i18n.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import type { StaffMember } from '../../common/staff.ts';
import { user } from '../../common/user.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { useTypedChecks } from '../use-typed-checks.ts';
import { ltr, optional } from './company-fields.ts';
import { DayField } from './DayField.tsx';
import { dayOf, endOfDay } from './own-company.ts';

const draft = user.fields
  .pick({ firstName: true, lastName: true, role: true, locale: true })
  .extend({ email: email(), phone: optional(phone('international')), expiresAt: z.string() });

/** Invites a person, or changes one: names, role and until when the account works. */
export function StaffDialog({
  companyId,
  person,
  onClose,
}: {
  companyId: number;
  person: StaffMember | null;
  onClose(): void;
}) {
  const t = useText();
  const kit = useKitText();
  const me = useMe();
  const create = useAction(api.staff.create);
  const update = useAction(api.staff.update);
  const role = useAction(api.staff.role);
  const expiration = useAction(api.staff.expiration);
  const mend = useAction(api.staff.email);
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: {
      firstName: person?.firstName ?? '',
      lastName: person?.lastName ?? '',
      email: person?.email ?? '',
      phone: person?.phone ?? '',
      role: person?.role ?? 'Viewer',
      locale: person?.locale ?? currentLanguage(),
      expiresAt: dayOf(person?.expiresAt ?? null),
    },
    async save({ email: address, expiresAt: lastDay, role: next, ...rest }) {
      const expiresAt = endOfDay(lastDay);
      if (!person)
        return create.ask({
          params: { id: companyId },
          body: { ...rest, email: address, role: next, ...(expiresAt ? { expiresAt } : {}) },
        });
      const params = { id: companyId, userId: person.id };
      if (address !== person.email) await mend.ask({ params, body: { email: address }, silent: 'success' });
      if (next !== person.role) await role.ask({ params, body: { role: next }, silent: 'success' });
      if (lastDay !== dayOf(person.expiresAt)) await expiration.ask({ params, body: { expiresAt }, silent: 'success' });
      return update.ask({ params, body: rest });
    },
    onSaved: onClose,
  });
  const self = person?.id === me.user.id;
  const typed = useTypedChecks({ email: form.values.email, phone: form.values.phone }, person);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(person ? 'staff.edit' : 'staff.add')}
      closeButtonProps={{ 'aria-label': kit('actions.close') }}
    >
      <EntityForm form={form} {...(person ? {} : { submitLabel: t('staff.invite') })}>
        <TextInput {...form.field('firstName')} />
        <TextInput {...form.field('lastName')} />
        <TextInput
          {...form.field('email')}
          {...typed.email(form.field('email').error)}
          type="email"
          disabled={person !== null && !person.invited}
          styles={ltr}
          {...(person
            ? person.invited
              ? { description: t('staff.mendHint') }
              : {}
            : { description: t('staff.inviteHint') })}
        />
        <TextInput {...form.field('phone')} {...typed.phone(form.field('phone').error)} type="tel" styles={ltr} />
        <Select
          {...form.field('role')}
          allowDeselect={false}
          disabled={self}
          data={(['Admin', 'Operator', 'Viewer'] as const).map((value) => ({
            value,
            label: t(`values.role.${value}`),
          }))}
        />
        <Select
          {...form.field('locale')}
          allowDeselect={false}
          data={(['en', 'ar'] as const).map((value) => ({ value, label: t(`values.locale.${value}`) }))}
        />
        <DayField
          {...form.field('expiresAt')}
          disabled={self}
          withAsterisk={false}
          description={t('staff.expiresHint')}
        />
      </EntityForm>
    </Modal>
  );
}
