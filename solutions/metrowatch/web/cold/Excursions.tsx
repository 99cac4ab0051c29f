import { Button, Stack, Table, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation.ts';
import { withUnit } from '#platform/common/with-unit.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { SeverityChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { ColdExcursion } from '../../common/cold/cold-routes.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** The times out of range, with what people say about them. */
export function Excursions({ device, excursions }: { device: number; excursions: readonly ColdExcursion[] }) {
  const t = useText();
  const { number, date } = useFormats();
  const [explained, setExplained] = useState<ColdExcursion | null>(null);
  if (excursions.length === 0)
    return (
      <Panel title={t('cold.excursions')}>
        <Text c="dimmed">{t('cold.noExcursions')}</Text>
      </Panel>
    );
  return (
    <Panel title={t('cold.excursions')}>
      <Table.ScrollContainer minWidth={820}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('cold.startedAt')}</Table.Th>
              <Table.Th>{t('cold.lasted')}</Table.Th>
              <Table.Th>{t('cold.peak')}</Table.Th>
              <Table.Th>{t('cold.degreeMinutes')}</Table.Th>
              <Table.Th>{t('cold.door')}</Table.Th>
              <Table.Th>{t('cold.defrost')}</Table.Th>
              <Table.Th>{t('cold.explanation')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {excursions.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>
                  <Bdi>{date(one.startedAt, 'dateTime')}</Bdi>{' '}
                  {one.severity ? (
                    <SeverityChip value={one.severity} />
                  ) : (
                    <ToneChip tone="none">{t('cold.allowed')}</ToneChip>
                  )}
                </Table.Td>
                <Table.Td>
                  <Bdi>{t('cold.minutes', { count: minutesOf(one), shown: number(minutesOf(one)) })}</Bdi>
                  {one.endedAt === null && ` · ${t('cold.goesOn')}`}
                </Table.Td>
                <Table.Td>
                  <Bdi>{withUnit(number(one.peak, 1), '°C')}</Bdi>
                </Table.Td>
                <Table.Td>
                  <Bdi>{withUnit(number(one.degreeMinutes, 0), 'K·min')}</Bdi>
                </Table.Td>
                <Table.Td>
                  <Bdi>{`${number(one.doorShare * 100, 0)} %`}</Bdi>
                </Table.Td>
                <Table.Td>
                  <Bdi>{`${number(one.defrostShare * 100, 0)} %`}</Bdi>
                </Table.Td>
                <Table.Td>
                  {one.cause ? (
                    <Stack gap={0}>
                      <bdi>{one.cause}</bdi>
                      <Text size="sm" c="dimmed">
                        <bdi>{one.measure}</bdi>
                      </Text>
                    </Stack>
                  ) : (
                    <Can access={api.cold.explain.route.access}>
                      <Button variant="default" size="xs" onClick={() => setExplained(one)}>
                        {t('cold.explain')}
                      </Button>
                    </Can>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {explained && <ExplainPanel device={device} excursion={explained.id} onClose={() => setExplained(null)} />}
    </Panel>
  );
}

const minutesOf = ({ startedAt, knownUntil }: ColdExcursion) =>
  Math.round((Date.parse(knownUntil) - Date.parse(startedAt)) / 60_000);

const explanation = z.object({ cause: requiredText(1000), measure: requiredText(1000) });

function ExplainPanel({ device, excursion, onClose }: { device: number; excursion: number; onClose(): void }) {
  const t = useText();
  const explain = useAction(api.cold.explain, { invalidates: [api.cold.read] });
  const form = useEntityForm(explanation, {
    namespace: 'metrowatch',
    initial: { cause: '', measure: '' },
    save: (body) => explain.ask({ params: { id: device, excursionId: excursion }, body }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('cold.explain')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <Textarea {...form.field('cause')} autosize minRows={2} data-autofocus />
        <Textarea {...form.field('measure')} autosize minRows={2} />
      </EntityForm>
    </SidePanel>
  );
}
