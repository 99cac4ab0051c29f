import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes, meaningColors } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { ShownLocation } from '../common/location.ts';
import { locationsAddress } from './addresses.ts';
import { api, useText } from './api.ts';

/** Ends a car park after a confirmation that says what stays and what goes. */
export function RemoveLocation({ location: { id, name, total, outOfService } }: { location: ShownLocation }) {
  const t = useText();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const remove = useAction(api.location.remove, { onDone: () => void navigate(locationsAddress) });
  return (
    <Can access={api.location.remove.route.access}>
      <Button
        variant="subtle"
        color={meaningColors.danger}
        leftSection={<IconTrash size={iconSizes.md} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t('removeLocation')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('removeLocation')}
        message={t('removeLocationText', { count: total + outOfService })}
        entityName={name}
        confirmLabel={t('removeLocation')}
        pending={remove.pending}
        onConfirm={() => remove.run({ params: { id }, query: { retire: 'true' } })}
        onCancel={() => setAsked(false)}
      />
    </Can>
  );
}
