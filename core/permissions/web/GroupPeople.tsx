import { Stack, Switch, Text } from '@mantine/core';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { useOptimistic } from '#platform/web/client/optimistic.ts';
import type { PermissionGroup, PermissionGroupChange } from '../common/permission-group.ts';
import { useText } from './api.ts';
import { PeoplePick } from './PeoplePick.tsx';

type Props = {
  /** The people of the company. */
  of: Endpoint<AnyRoute>;
  group: Pick<PermissionGroup, 'everyone' | 'users' | 'exceptions'>;
  change(body: PermissionGroupChange): Promise<PermissionGroup>;
  disabled: boolean;
};

/** The people of a group: those who were selected, or everyone except those who were. */
export function GroupPeople({ of, group, change, disabled }: Props) {
  const t = useText();
  const [everyone, set] = useOptimistic(
    group.everyone,
    async (wanted) => (await change({ everyone: wanted })).everyone,
  );
  return (
    <Stack gap="sm">
      <Switch
        label={t('fields.everyone')}
        description={t('group.everyoneHint')}
        checked={everyone}
        disabled={disabled}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          set(() => checked);
        }}
      />
      {everyone ? (
        <>
          <Text size="sm" fw={500}>
            {t('fields.exceptions')}
          </Text>
          <PeoplePick
            key="exceptions"
            label={t('fields.exceptions')}
            of={of}
            members={group.exceptions}
            disabled={disabled}
            save={async (exceptions) => (await change({ exceptions })).exceptions}
          />
        </>
      ) : (
        <PeoplePick
          key="users"
          of={of}
          members={group.users}
          disabled={disabled}
          save={async (users) => (await change({ users })).users}
        />
      )}
    </Stack>
  );
}
