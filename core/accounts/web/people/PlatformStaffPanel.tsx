import { Select } from '@mantine/core';
import { adminTypes } from '#platform/common/company-kinds.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type PlatformAdministrator, platformStaffBody } from '../../common/platform-staff.ts';
import { user } from '../../common/user.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { PersonFields, personDraft } from './PersonFields.tsx';

const draft = platformStaffBody.extend({ locale: user.fields.shape.locale });

/** Invites an administrator of the platform, or changes one. */
export function PlatformStaffPanel({ person, onClose }: { person: PlatformAdministrator | null; onClose(): void }) {
  const t = useText();
  const kit = useKitText();
  const me = useMe();
  const create = useAction(api.platformStaff.create);
  const update = useAction(api.platformStaff.update);
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: { ...personDraft(person), adminType: person?.adminType ?? 'Financial Admin' },
    save: (body) => (person ? update.ask({ params: { userId: person.id }, body }) : create.ask({ body })),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t(person ? 'platformStaff.edit' : 'platformStaff.add')} onClose={onClose} keepOpen>
      <EntityForm form={form} {...(person ? {} : { submitLabel: t('staff.invite') })}>
        <PersonFields form={form} person={person}>
          <Select
            {...form.field('adminType')}
            allowDeselect={false}
            disabled={person?.id === me.user.id}
            description={t(`platformStaff.explained.${form.values.adminType}`)}
            data={adminTypes.map((value) => ({ value, label: kit(`adminTypes.${value}`) }))}
          />
        </PersonFields>
      </EntityForm>
    </SidePanel>
  );
}
