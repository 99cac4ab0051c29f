import { Button, Stack, Switch, TextInput } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { Board } from '../../common/board.ts';
import { useText } from '../api.ts';

type Settings = Pick<Board, 'name' | 'shared'>;
type Props = { settings: Settings; onChange(settings: Settings): void; onRemove(): void; onClose(): void };

/** The name of a board, whether colleagues see it, and the way back to the default board. */
export function BoardSettings({ settings, onChange, onRemove, onClose }: Props) {
  const t = useText();
  const { user } = useMe().session;
  const [{ name, shared }, set] = useState(settings);
  const [asking, setAsking] = useState(false);
  return (
    <SidePanel title={t('settings.title')} onClose={onClose}>
      <Stack>
        <TextInput
          label={t('settings.name')}
          value={name}
          maxLength={80}
          onChange={(event) => set({ shared, name: event.currentTarget.value })}
        />
        {(user.isAdmin || user.adminType === 'Super Admin') && (
          <Switch
            label={t('settings.shared')}
            checked={shared}
            onChange={(event) => set({ name, shared: event.currentTarget.checked })}
          />
        )}
        <Button disabled={name.trim() === ''} onClick={() => onChange({ name: name.trim(), shared })}>
          {t('settings.save')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRestore size={iconSizes.md} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t('settings.reset')}
        </Button>
        <ConfirmDialog
          opened={asking}
          title={t('settings.resetTitle')}
          message={t('settings.resetText')}
          confirmLabel={t('settings.reset')}
          onConfirm={onRemove}
          onCancel={() => setAsking(false)}
        />
      </Stack>
    </SidePanel>
  );
}
