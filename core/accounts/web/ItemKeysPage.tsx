import { Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { hasBit } from '#platform/common/permission-mask.ts';
import { useStore } from '#platform/web/client/store.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from './text.ts';

/** Every permission key with its position, and whether the person has it. For developers. */
export function ItemKeysPage() {
  const t = useText();
  const { me, index } = useStore(sessionStore);
  const [search, setSearch] = useState('');
  const keys = Object.entries(index)
    .filter(([key]) => key.includes(search.trim()))
    .sort(([, one], [, other]) => one.index - other.index);
  return (
    <PageFrame
      toolbar={
        <TextInput
          aria-label={t('itemKeys.search')}
          placeholder={t('itemKeys.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          w="100%"
          maw={sizes.dropdown}
        />
      }
    >
      <Table striped stickyHeader styles={{ td: { overflowWrap: 'anywhere' } }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('itemKeys.key')}</Table.Th>
            <Table.Th>{t('itemKeys.index')}</Table.Th>
            <Table.Th>{t('itemKeys.held')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map(([key, { index: position }]) => (
            <Table.Tr key={key}>
              <Table.Td>
                <Bdi>{key}</Bdi>
              </Table.Td>
              <Table.Td>{position}</Table.Td>
              <Table.Td>
                {me && hasBit(me.session.mask, position) ? (
                  <ToneChip tone="good">{t('itemKeys.yes')}</ToneChip>
                ) : (
                  <Text c="dimmed">–</Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </PageFrame>
  );
}
