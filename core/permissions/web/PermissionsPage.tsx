import { Accordion, Button, Select, Skeleton, Switch } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { SearchBox } from '#platform/web/ui/list/Toolbar.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { useText } from './api.ts';
import classes from './Registry.module.css';
import { RegistryTable } from './RegistryTable.tsx';
import { foundIn, type RegisteredPermission, type RoleFamily, useRegistry, useRoles } from './use-registry.ts';
import { useRegistryExport } from './use-registry-export.ts';

/** All permissions, the roles that may have them, and those of the reader. */
export function PermissionsPage() {
  const t = useText();
  const kit = useKitText();
  const { session } = useMe();
  const [params, setParams] = useSearchParams();
  const family = (params.get('company') ?? session.user.companyType ?? 'platform') as RoleFamily;
  const search = params.get('search') ?? '';
  const mine = params.has('mine');
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const registry = useRegistry();
  const roles = useRoles(family);
  const found = foundIn(registry.all, search, mine);
  const modules = Map.groupBy(found, (one) => one.module.key);
  const [opened, setOpened] = useState<string[] | null>(null);
  // A search opens the modules with matches; otherwise the first one is open.
  const open = search || mine ? [...modules.keys()] : (opened ?? [...modules.keys()].slice(0, 1));
  const familyName = (one: RoleFamily) => (one === 'platform' ? t('registry.platform') : kit(`companyTypes.${one}`));

  const exportCsv = useRegistryExport(found, roles.roles, `permissions-${family}.csv`);
  return (
    <PageFrame
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={iconSizes.sm} aria-hidden />}
          disabled={registry.loading || roles.loading}
          onClick={exportCsv}
        >
          {kit('list.export')}
        </Button>
      }
      toolbar={
        <>
          <SearchBox value={search} busy={false} onSearch={(text) => set('search', text)} />
          {roles.families.length > 1 && (
            <Select
              aria-label={t('registry.company')}
              value={family}
              data={roles.families.map((value) => ({ value, label: familyName(value) }))}
              allowDeselect={false}
              searchable
              onChange={(value) => set('company', value ?? '')}
            />
          )}
          <Switch
            label={t('registry.onlyMine')}
            checked={mine}
            onChange={(event) => set('mine', event.currentTarget.checked ? '1' : '')}
          />
        </>
      }
    >
      {registry.failed || roles.failed ? (
        <FailedState
          onRetry={() => {
            registry.retry();
            roles.retry();
          }}
        />
      ) : registry.loading || roles.loading ? (
        <Skeleton h={sizes.chart} radius="lg" />
      ) : modules.size === 0 ? (
        <EmptyState drawing="search" title={t('registry.noneTitle')} text={t('registry.noneText')} />
      ) : (
        <Accordion multiple variant="contained" order={2} value={open} onChange={setOpened}>
          {[...modules].map(([key, permissions]) => (
            <Module key={key} of={key} permissions={permissions} roles={roles.roles} />
          ))}
        </Accordion>
      )}
    </PageFrame>
  );
}

type ModuleProps = {
  of: string;
  permissions: readonly RegisteredPermission[];
  roles: ReturnType<typeof useRoles>['roles'];
};

/** The permissions of one module, with how many of them the reader has. */
function Module({ of, permissions, roles }: ModuleProps) {
  const t = useText();
  const { number } = useFormats();
  const name = permissions[0]?.module.name ?? of;
  return (
    <Accordion.Item value={of}>
      <Accordion.Control>
        {name}{' '}
        <span className={classes.count}>
          {t('registry.ofThem', {
            mine: number(permissions.filter((one) => one.mine !== null).length),
            total: number(permissions.length),
          })}
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        <RegistryTable label={name} permissions={permissions} roles={roles} />
      </Accordion.Panel>
    </Accordion.Item>
  );
}
