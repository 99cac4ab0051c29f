import { Table, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from './api.ts';
import classes from './Registry.module.css';
import { type RegisteredPermission, roleName, type useRoles } from './use-registry.ts';

type Props = {
  label: string;
  permissions: readonly RegisteredPermission[];
  roles: ReturnType<typeof useRoles>['roles'];
};

/** The permissions of one module × the roles that can have them at most. */
export function RegistryTable({ label, permissions, roles }: Props) {
  const t = useText();
  const entities = Map.groupBy(permissions, (one) => one.entity);
  return (
    <div className={classes.scroll}>
      <Table className={classes.table} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('registry.permission')}</Table.Th>
            {roles.map((role) => (
              <Table.Th key={role.id} scope="col" className={classes.role}>
                {t(`values.role.${roleName(role)}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {[...entities].map(([entity, members]) => (
          <Table.Tbody key={entity}>
            <Table.Tr>
              <Table.Th scope="rowgroup" colSpan={roles.length + 1} className={classes.entity}>
                {entity}
              </Table.Th>
            </Table.Tr>
            {members.map((one) => (
              <Table.Tr key={one.key}>
                <Table.Th scope="row" className={classes.name}>
                  <span className={classes.line}>
                    {one.action}
                    <Mine value={one.mine} />
                  </span>
                  <Text size="xs" c="dimmed" component="span" className={classes.key}>
                    <Bdi>{one.key}</Bdi>
                  </Text>
                </Table.Th>
                {roles.map((role) => (
                  <Table.Td key={role.id} className={classes.role}>
                    {role.held.has(one.key) ? (
                      <IconCheck size={iconSizes.md} aria-label={t('registry.may')} />
                    ) : (
                      <span className={classes.none} aria-label={t('registry.mayNot')} role="img">
                        –
                      </span>
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </div>
  );
}

function Mine({ value }: { value: RegisteredPermission['mine'] }) {
  const t = useText();
  if (value === null) return null;
  return (
    <ToneChip tone="good">{value === 'all' ? t('registry.yours') : t('registry.yoursIn', { count: value })}</ToneChip>
  );
}
