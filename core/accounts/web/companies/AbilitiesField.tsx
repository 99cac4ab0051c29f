import { MultiSelect, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useStore } from '#platform/web/client/store.ts';
import { loadTexts } from '#platform/web/i18n/i18n.ts';
import { usePermissionWords } from '#platform/web/i18n/permission-words.ts';
import { knownApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { sizes } from '#platform/web/theme.ts';
import { Awaited } from '#platform/web/ui/Awaited.tsx';
import { useText } from '../text.ts';

type Props = {
  /** `app.entity.action`; null names everything. */
  value: readonly string[] | null;
  disabled: boolean;
  onChange(value: string[] | null): void;
};

/** What a provider may do for its client: everything, or what is named here. */
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
      {value !== null && <Named value={value} disabled={disabled} onChange={onChange} />}
    </Stack>
  );
}

function Named({ value, disabled, onChange }: Props & { value: readonly string[] }) {
  const t = useText();
  const { texts, groups } = useAbilities();
  if (!texts.data) return <Awaited of={texts} height={sizes.touch} />;
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

/** Every ability of the registry by module, in words once these are loaded. */
function useAbilities() {
  const { index } = useStore(sessionStore);
  const words = usePermissionWords();
  const texts = useQuery({
    queryKey: ['texts', 'of all apps'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      await loadTexts(knownApps().map((app) => app.id));
      return true;
    },
  });
  const abilities = Object.keys(index).flatMap((key) => {
    const [, module, entity, action] = /^p_([^_]+)_([^_]+)_(.+)$/.exec(key) ?? [];
    return module && entity && action ? [{ module, entity, action: action.replaceAll('_', '-') }] : [];
  });
  const groups = [...Map.groupBy(abilities, (one) => one.module)].map(([module, found]) => ({
    group: words.module(module),
    items: found.map(({ entity, action }) => ({
      value: `${module}.${entity}.${action}`,
      label: `${words.entity(module, entity)}: ${words.action(module, action)}`,
    })),
  }));
  return { texts, groups };
}
