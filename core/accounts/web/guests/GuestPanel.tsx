import { Select } from '@mantine/core';
import { z } from 'zod';
import type { AppManifest } from '#platform/common/define-app.ts';
import { email, phone } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { Guest, GuestSubject } from '../../common/guest.ts';
import { user } from '../../common/user.ts';
import { optional } from '../companies/company-fields.ts';
import { companyDay, endOfCompanyDay } from '../companies/own-company.ts';
import { PersonFields, personDraft } from '../people/PersonFields.tsx';
import { DayField } from '../relations/DayField.tsx';
import { useText } from '../text.ts';
import type { GuestCalls, SubjectsInput } from './GuestsPage.tsx';

const draft = user.fields.pick({ firstName: true, lastName: true, locale: true }).extend({
  email: email(),
  phone: optional(phone()),
  guestRole: z.string(),
  subjects: z.array(z.object({ type: z.string(), id: z.number() })),
  expiresAt: z.string(),
});

type Props = {
  app: AppManifest;
  calls: GuestCalls;
  /** The guest to change; null for a new one. */
  guest: Guest | null;
  Subjects?: SubjectsInput;
  onClose(): void;
};

/** Invites a guest, or changes one: names, role, records and until when the account works. */
export function GuestPanel({ app, calls, guest, Subjects, onClose }: Props) {
  const t = useText();
  const { label } = useLabels(app.id);
  const create = useAction(calls.create);
  const update = useAction(calls.update);
  const guestRoles = app.guestRoles ?? [];
  const lastDay = companyDay(guest?.expiresAt ?? null);
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: {
      ...personDraft(guest),
      phone: guest?.phone ?? '',
      guestRole: guest?.guestRole ?? guestRoles[0] ?? '',
      subjects: guest?.subjects ?? [],
      expiresAt: lastDay,
    },
    async save({ expiresAt, email: address, ...rest }) {
      // An unchanged day keeps its instant.
      const body = { ...rest, ...(expiresAt === lastDay ? {} : { expiresAt: endOfCompanyDay(expiresAt) }) };
      return guest ? update.ask({ params: { id: guest.id }, body }) : create.ask({ body: { ...body, email: address } });
    },
    onSaved: onClose,
  });
  return (
    <SidePanel title={t(guest ? 'guests.edit' : 'guests.add')} onClose={onClose} keepOpen>
      <EntityForm form={form} {...(guest ? {} : { submitLabel: t('staff.invite') })}>
        {/* The address of a guest is not corrected: the right one is invited instead. */}
        <PersonFields form={form} person={guest && { ...guest, invited: false }} phone={form.field('phone')}>
          {guestRoles.length > 1 && (
            <Select
              {...form.field('guestRole')}
              allowDeselect={false}
              data={guestRoles.map((value) => ({ value, label: label(`guestRoles.${value}`) }))}
            />
          )}
          {Subjects && (
            <Subjects
              value={form.values.subjects as GuestSubject[]}
              onChange={(subjects) => form.set('subjects', subjects)}
            />
          )}
        </PersonFields>
        <DayField {...form.field('expiresAt')} withAsterisk={false} description={t('staff.expiresHint')} />
      </EntityForm>
    </SidePanel>
  );
}
