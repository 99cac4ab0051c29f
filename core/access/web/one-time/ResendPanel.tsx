import { Button, Chip, Group, Input, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type Grant, type GrantWithSecrets, notifyWays } from '../../common/grant.ts';
import { GivenSecrets } from '../GivenSecrets.tsx';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';

type Way = (typeof notifyWays)[number];

/** Replaces the links of a grant, and sends them to its holder or shows them. */
export function ResendPanel({ grant, onClose }: { grant: Grant; onClose(): void }) {
  const t = useText();
  const { calls } = useAccess();
  const { holder } = grant;
  const address: Record<Way, string | null> = { email: holder?.email ?? null, sms: holder?.phone ?? null };
  const possible = notifyWays.filter((way) => address[way]);
  const [ways, setWays] = useState<readonly Way[]>(possible.slice(0, 1));
  const [secrets, setSecrets] = useState<GrantWithSecrets['secrets']>();
  const resend = useAction(calls.userAccess.resend, {
    keyed: true,
    invalidates: [calls.userAccess.list],
    onDone: (made) => setSecrets(made.secrets),
  });
  return (
    <SidePanel title={t('resend.title')} onClose={onClose}>
      {secrets ? (
        <GivenSecrets secrets={secrets} />
      ) : (
        <Stack>
          <Text>{t('resend.hint')}</Text>
          {possible.length > 0 && (
            <Input.Wrapper label={t('fields.notify')}>
              <Chip.Group multiple value={[...ways]} onChange={(next) => setWays(next as Way[])}>
                <Group gap="xs">
                  {possible.map((way) => (
                    <Chip key={way} value={way}>
                      {t(`values.notify.${way}`)} · <bdi dir="ltr">{address[way]}</bdi>
                    </Chip>
                  ))}
                </Group>
              </Chip.Group>
            </Input.Wrapper>
          )}
          <Button
            loading={resend.pending}
            onClick={() => resend.run({ params: { id: grant.id }, body: { notify: [...ways] } })}
          >
            {t(ways.length > 0 ? 'actions.resend' : 'resend.show')}
          </Button>
        </Stack>
      )}
    </SidePanel>
  );
}
