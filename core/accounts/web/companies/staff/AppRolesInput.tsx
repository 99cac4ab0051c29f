import { Fieldset, Select, Stack } from '@mantine/core';
import { useAppNames, useLabelsOf } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { useText } from '../../text.ts';

export type AppRoles = Readonly<Record<string, string>>;
type Props = {
  /** The apps of the company. */
  held: readonly string[];
  value: AppRoles;
  onChange(value: AppRoles): void;
};

const none = '';

/** The roles of a person within the apps that have their own roles. */
export function AppRolesInput({ held, value, onChange }: Props) {
  const t = useText();
  // A role in an app that the company no longer holds can still be removed.
  const apps = registeredApps().filter(({ id, personRoles }) => personRoles && (held.includes(id) || id in value));
  const nameOf = useAppNames(apps);
  const labelsOf = useLabelsOf(apps.map(({ id }) => id));
  if (apps.length === 0) return null;
  return (
    <Fieldset legend={t('staff.appRoles')}>
      <Stack gap="sm">
        {apps.map((app) => (
          <Select
            key={app.id}
            label={<bdi>{nameOf(app)}</bdi>}
            allowDeselect={false}
            data={[
              { value: none, label: t('staff.noAppRole') },
              ...(app.personRoles ?? []).map((role) => ({
                value: role,
                label: labelsOf(app.id).label(`personRoles.${role}`),
              })),
            ]}
            value={value[app.id] ?? none}
            onChange={(role) => {
              const { [app.id]: _, ...others } = value;
              onChange(role === null || role === none ? others : { ...others, [app.id]: role });
            }}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
