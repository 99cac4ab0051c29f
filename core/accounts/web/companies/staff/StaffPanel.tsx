import { Select } from '@mantine/core';
import { Suspense } from 'react';
import { z } from 'zod';
import { roles } from '#platform/common/company-kinds.ts';
import { email, phone } from '#platform/common/validation/validation.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
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
import { type AppRoles, AppRolesInput } from './AppRolesInput.tsx';

const draft = user.fields.pick({ firstName: true, lastName: true, role: true, locale: true }).extend({
  email: email(),
  phone: optional(phone()),
  expiresAt: z.string(),
  appRoles: z.record(z.string(), z.string()),
});

type Props = { companyId: number; person: StaffMember | null; onClose(): void };

/** Saves the roles within apps that differ from those that a person has. */
function useSaveAppRoles(companyId: number) {
  const { ask } = useAction(api.staff.appRole);
  return async ({ id, appRoles: before }: StaffMember, after: AppRoles): Promise<void> => {
    for (const app of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (before[app] !== after[app])
        await ask({
          params: { id: companyId, userId: id },
          body: { app, role: after[app] ?? null },
          silent: 'success',
        });
  };
}

/** Invites a person, or changes one: names, roles and until when the account works. */
export function StaffPanel({ companyId, person, onClose }: Props) {
  const t = useText();
  const me = useMe();
  const create = useAction(api.staff.create);
  const update = useAction(api.staff.update);
  const saveAppRoles = useSaveAppRoles(companyId);
  const lastDay = companyDay(person?.expiresAt ?? null);
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: {
      ...personDraft(person),
      phone: person?.phone ?? '',
      role: person?.role ?? 'Viewer',
      expiresAt: lastDay,
      appRoles: person?.appRoles ?? {},
    },
    async save({ expiresAt, appRoles, ...rest }) {
      // An unchanged day keeps its instant: it may have been set to another hour on purpose.
      const body = { ...rest, ...(expiresAt === lastDay ? {} : { expiresAt: endOfCompanyDay(expiresAt) }) };
      if (!person) return create.ask({ params: { id: companyId }, body });
      await saveAppRoles(person, appRoles);
      return update.ask({ params: { id: companyId, userId: person.id }, body });
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
        {person && (
          <Can access={api.staff.appRole.route.access}>
            <Suspense>
              <AppRolesInput
                held={company.data?.apps ?? []}
                value={form.values.appRoles}
                onChange={(appRoles) => form.set('appRoles', appRoles)}
              />
            </Suspense>
          </Can>
        )}
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
