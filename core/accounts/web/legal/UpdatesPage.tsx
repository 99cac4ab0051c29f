import { Group, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { inLocal } from '#platform/web/client/storage.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from '../text.ts';
import { useLegalText } from './legal-text.ts';
import { PlainFrame } from './PlainFrame.tsx';

/** What is new, newest first. */
const updates = [
  { on: '2026-11-21', key: 'search' },
  { on: '2026-11-20', key: 'companies' },
  { on: '2026-11-10', key: 'security' },
  { on: '2026-10-28', key: 'alarms' },
  { on: '2026-10-12', key: 'launch' },
] as const;

const lastSeen = inLocal<string>('last-seen-updates');

/** News of the product. Those since the last visit are marked. */
export function UpdatesPage() {
  const t = useText();
  const legal = useLegalText();
  const { date } = useFormats();
  const [seen] = useState(() => lastSeen.get() ?? '');
  useEffect(() => lastSeen.set(updates[0].on), []);
  return (
    <PlainFrame title={t('pages.updates')} lead={legal('updates.lead')}>
      {updates.map(({ on, key }) => (
        <section key={key}>
          <Group gap="sm" mt="xl">
            <Text size="sm" c="dimmed">
              <Bdi>{date(on, 'date')}</Bdi>
            </Text>
            {on > seen && <ToneChip tone="ok">{legal('updates.new')}</ToneChip>}
          </Group>
          <Title order={2} size="h3">
            {legal(`updates.${key}.title`)}
          </Title>
          <Text>{legal(`updates.${key}.text`)}</Text>
        </section>
      ))}
    </PlainFrame>
  );
}
