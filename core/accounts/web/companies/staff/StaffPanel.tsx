import { Select } from '@mantine/core';
import { z } from 'zod';
import { roles } from '#platform/common/company-kinds.ts';
import { email, phone } from '#platform/common/validation/validation.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { StaffMember } from '../../../common/staff.ts';
import { user } from '../../../common/user.ts';
import { api } from '../../api.ts';
import { PersonFields, personDraft } from '../../people/PersonFields.tsx';
import { DayField } from '../../relations/DayField.tsx';
import { useText } from '../../text.ts';
import { optional } from '../company-fields.ts';
import { companyDay, endOfCompanyDay } from '../own-company.ts';

const draft = user.fields
  .pick({ firstName: true, lastName: true, role: true, locale: true })
  .extend({ email: email(), phone: optional(phone()), expiresAt: z.string() });

type Props = { companyId: number; person: StaffMember | null; onClose(): void };

/** Invites a person, or changes one: names, role and until when the account works. */
export function StaffPanel({ companyId, person, onClose }: Props) {
  const t = useText();
  const me = useMe();
  const create = useAction(api.staff.create);
  const update = useAction(api.staff.update);
  const lastDay = companyDay(person?.expiresAt ?? null);
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: {
      ...personDraft(person),
      phone: person?.phone ?? '',
      role: person?.role ?? 'Viewer',
      expiresAt: lastDay,
    },
    save({ expiresAt, ...rest }) {
      // An unchanged day keeps its instant: it may have been set to another hour on purpose.
      const body = { ...rest, ...(expiresAt === lastDay ? {} : { expiresAt: endOfCompanyDay(expiresAt) }) };
      return person
        ? update.ask({ params: { id: companyId, userId: person.id }, body })
        : create.ask({ params: { id: companyId }, body });
    },
    onSaved: onClose,
  });
  const company = useData(api.company.get, { params: { id: companyId } }, { silent: true });
  const self = person?.id === me.user.id;
  return (
    <SidePanel title={t(person ? 'staff.edit' : 'staff.add')} onClose={onClose} keepOpen>
      <EntityForm form={form} {...(person ? {} : { submitLabel: t('staff.invite') })}>
        <PersonFields form={form} person={person} phone={form.field('phone')} countryId={company.data?.countryId}>
          <Select
            {...form.field('role')}
            allowDeselect={false}
            disabled={self}
            data={roles.map((value) => ({ value, label: t(`values.role.${value}`) }))}
          />
        </PersonFields>
        <DayField
          {...form.field('expiresAt')}
          disabled={self}
          withAsterisk={false}
          description={t('staff.expiresHint')}
        />
      </EntityForm>
    </SidePanel>
  );
}
