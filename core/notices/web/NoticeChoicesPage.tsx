import { Checkbox, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { NoticeChoice } from '../common/notice.ts';
import { api, useText } from './api.ts';
import { useNoticeKinds } from './use-notice-kinds.ts';

const ways = ['mail', 'bell'] as const;

/** Which notices the person gets by mail and in the bell, kind by kind. */
export function NoticeChoicesPage() {
  const t = useText();
  const { labelOf } = useNoticeKinds();
  const query = useData(api.notice.choices, {}, { silent: true });
  const client = useQueryClient();
  const key = api.notice.choices.key();
  const choose = useAction(api.notice.choose, {
    notice: () => t('saved'),
    // What was not saved is shown as it is.
    onError: () => void client.invalidateQueries({ queryKey: key }),
  });
  /** Shown at once, before the reply. */
  const change = (choice: NoticeChoice) => {
    // The answer to an earlier request does not include it.
    void client.cancelQueries({ queryKey: key });
    client.setQueryData<NoticeChoice[]>(key, (all) => all?.map((one) => (one.kind === choice.kind ? choice : one)));
    choose.run({ body: choice });
  };
  return (
    <PageFrame>
      {query.data ? (
        <Panel title={t('choose')}>
          <Text size="sm" c="dimmed" mb="sm">
            {t('chooseText')}
          </Text>
          <Table maw="40rem">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('title')}</Table.Th>
                {ways.map((way) => (
                  <Table.Th key={way}>{t(way)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {query.data.map((choice) => (
                <Table.Tr key={choice.kind}>
                  <Table.Th scope="row" fw={400}>
                    {labelOf(choice.kind)}
                  </Table.Th>
                  {ways.map((way) => (
                    <Table.Td key={way}>
                      <Checkbox
                        checked={choice[way]}
                        aria-label={`${labelOf(choice.kind)}: ${t(way)}`}
                        onChange={(event) => change({ ...choice, [way]: event.currentTarget.checked })}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Panel>
      ) : (
        <QueryBoundary of={query} />
      )}
    </PageFrame>
  );
}
