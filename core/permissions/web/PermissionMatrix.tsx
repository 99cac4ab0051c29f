import { useMemo } from 'react';
import { usePermissionNames } from '#platform/web/i18n/permission-names.ts';
import { ToggleMatrix } from '#platform/web/ui/choice/ToggleMatrix.tsx';
import { type Granted, toggledOne } from '../common/toggle.ts';
import { useText } from './api.ts';
import { byUse } from './by-use.ts';

type Props = {
  module: string;
  /** entity → the actions that can be granted. */
  available: Granted;
  granted: Granted;
  onChange(change: (before: Granted) => Granted): void;
  disabled?: boolean;
};

/**
 * Entities of an app × their actions. Switching an action on also enables those that it needs; switching off affects
 * only that action.
 */
export function PermissionMatrix({ module, available, granted, onChange, disabled = false }: Props) {
  const t = useText();
  const words = usePermissionNames();
  const columns = useMemo(() => [...new Set(Object.values(available).flat())].sort(byUse), [available]);
  return (
    <ToggleMatrix
      label={t('fields.permissions')}
      rows={Object.keys(available).map((entity) => ({ key: entity, label: words.entity(module, entity) }))}
      columns={columns.map((action) => ({ key: action, label: words.action(module, action) }))}
      checked={(entity, action) =>
        available[entity]?.includes(action) ? (granted[entity]?.includes(action) ?? false) : undefined
      }
      onToggle={(entity, action, on) => onChange((before) => toggledOne(before, { entity, action, on }, available))}
      disabled={disabled}
    />
  );
}
