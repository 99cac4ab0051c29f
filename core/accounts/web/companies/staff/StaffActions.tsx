import { Button, Group } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { roles } from '#platform/common/company-kinds.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ImportButton } from '#platform/web/ui/import/ImportButton.tsx';
import type { ImportColumn } from '#platform/web/ui/import/match-columns.ts';
import { api } from '../../api.ts';
import { useText } from '../../text.ts';

const importColumns: readonly ImportColumn[] = [
  { field: 'email', required: true, example: 'noor@company.com' },
  { field: 'firstName', required: true, example: 'Noor' },
  { field: 'lastName', required: true, example: 'Saif' },
  { field: 'role', required: true, words: roles, example: 'Viewer' },
  { field: 'phone', example: '+971 50 123 4567' },
  { field: 'locale', words: ['en', 'ar'], example: 'ar' },
  { field: 'country', example: 'AE' },
  { field: 'city', example: 'Dubai' },
];

/** Imports people of a company, and adds one. */
export function StaffActions({ companyId, onAdd }: { companyId: number; onAdd(): void }) {
  const t = useText();
  return (
    <Group gap="xs">
      <ImportButton of={api.staff.import} params={{ id: companyId }} columns={importColumns} namespace="accounts" />
      <Can access={canDo('company.user', 'create')}>
        <Button onClick={onAdd} leftSection={<IconUserPlus size={iconSizes.sm} aria-hidden />}>
          {t('staff.add')}
        </Button>
      </Can>
    </Group>
  );
}
