import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import type { Route } from '#platform/common/route.ts';
import type { Endpoint } from '../../client/client-of.ts';
import { useAction } from '../../client/hooks.ts';
import { useKitText } from '../../i18n/texts.ts';
import { usePermitted } from '../../session/hooks.tsx';
import { iconSizes, meaningColors } from '../../theme.ts';
import { CopyTextButton } from '../values/CopyTextButton.tsx';

type Params = { id: number };
type Props = {
  /** The calls that make a link to a record and end all of its links. */
  calls: {
    makeLink: Endpoint<Route<Params, unknown, unknown, { url: string }, false>>;
    revokeLinks: Endpoint<Route<Params, unknown, unknown, null, false>>;
  };
  params: Params;
  /** The name of the record. */
  name: string;
  /** How many days a link works. */
  days: number;
};

/** Makes a signed link to a record, which is shown once, and ends those that were made before. */
export function ShareLink({ calls, params, name, days }: Props) {
  const t = useKitText();
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState<string>();
  const permitted = usePermitted(calls.makeLink.route.access);
  const make = useAction(calls.makeLink, { onDone: (made) => setUrl(made.url), notice: () => t('link.made') });
  const revoke = useAction(calls.revokeLinks, { onDone: () => close(), notice: () => t('link.ended') });
  const close = () => {
    setOpen(false);
    setUrl(undefined);
  };
  if (!permitted) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={iconSizes.md} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('link.share')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('link.shareTitle', { name })}
        closeButtonProps={{ 'aria-label': t('actions.close') }}
      >
        <Stack gap="md">
          <Text>{t('link.shareText', { count: days })}</Text>
          {url === undefined ? (
            <Group gap="xs">
              <Button data-autofocus loading={make.pending} onClick={() => make.run({ params })}>
                {t('link.make')}
              </Button>
              <Button
                variant="subtle"
                color={meaningColors.danger}
                loading={revoke.pending}
                onClick={() => revoke.run({ params })}
              >
                {t('link.endAll')}
              </Button>
            </Group>
          ) : (
            <>
              <TextInput label={t('link.address')} description={t('link.once')} value={url} dir="ltr" readOnly />
              <Group gap="xs">
                <CopyTextButton value={url} label={t('link.copy')} />
              </Group>
            </>
          )}
        </Stack>
      </Modal>
    </>
  );
}
