import { MultiSelect, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useStore } from '#platform/web/client/store.ts';
import { usePermissionNames } from '#platform/web/i18n/permission-names.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { sizes } from '#platform/web/theme.ts';
import { useText } from '../text.ts';

type Props = {
  /** `app.entity.action`; null means everything. */
  value: readonly string[] | null;
  disabled: boolean;
  onChange(value: string[] | null): void;
};

/** What a provider may do for its client: everything, or the selected abilities. */
export function AbilitiesField({ value, disabled, onChange }: Props) {
  const t = useText();
  return (
    <Stack gap="xs">
      <SegmentedControl
        fullWidth
        disabled={disabled}
        aria-label={t('contract.abilities')}
        value={value === null ? 'all' : 'some'}
        onChange={(kind) => onChange(kind === 'all' ? null : [])}
        data={[
          { value: 'all', label: t('contract.all') },
          { value: 'some', label: t('contract.named') },
        ]}
      />
      {value !== null && (
        <Suspense fallback={<Skeleton h={sizes.touch} />}>
          <Named value={value} disabled={disabled} onChange={onChange} />
        </Suspense>
      )}
    </Stack>
  );
}

function Named({ value, disabled, onChange }: Props & { value: readonly string[] }) {
  const t = useText();
  const groups = useAbilities();
  return (
    <MultiSelect
      label={t('contract.abilities')}
      description={t('contract.abilitiesHint')}
      data={groups}
      value={[...value]}
      onChange={onChange}
      disabled={disabled}
      searchable
      clearable
      nothingFoundMessage={t('contract.noAbility')}
    />
  );
}

/** The abilities of a contract as text; a contract without a list has all of them. */
export function AbilityWords({ value }: { value: readonly string[] | null }) {
  const t = useText();
  if (value === null) return <>{t('contract.all')}</>;
  return (
    <Suspense fallback={<Skeleton h={sizes.touch} />}>
      <NamedWords value={value} />
    </Suspense>
  );
}

function NamedWords({ value }: { value: readonly string[] }) {
  const t = useText();
  const groups = useAbilities();
  const named = groups
    .map(({ group, items }) => ({ group, items: items.filter((one) => value.includes(one.value)) }))
    .filter(({ items }) => items.length > 0);
  if (named.length === 0) return <>{t('contract.nothing')}</>;
  return (
    <Stack gap="xs">
      {named.map(({ group, items }) => (
        <div key={group}>
          <Text size="sm" c="dimmed">
            {group}
          </Text>
          {items.map((one) => (
            <div key={one.value}>{one.label}</div>
          ))}
        </div>
      ))}
    </Stack>
  );
}

/** Every ability of the registry by module, with its name. */
export function useAbilities() {
  const { index } = useStore(sessionStore);
  const words = usePermissionNames();
  const abilities = Object.keys(index).flatMap((key) => {
    const [, module, entity, action] = /^p_([^_]+)_([^_]+)_(.+)$/.exec(key) ?? [];
    return module && entity && action ? [{ module, entity, action: action.replaceAll('_', '-') }] : [];
  });
  return [...Map.groupBy(abilities, (one) => one.module)].map(([module, found]) => ({
    group: words.module(module),
    items: found.map(({ entity, action }) => ({
      value: `${module}.${entity}.${action}`,
      label: `${words.entity(module, entity)}: ${words.action(module, action)}`,
    })),
  }));
}
