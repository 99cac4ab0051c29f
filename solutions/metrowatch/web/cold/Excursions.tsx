import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { Fragment, useState } from 'react';
import { z } from 'zod';
import { withUnit } from '#platform/common/text/with-unit.ts';
import { requiredText } from '#platform/common/validation/validation.ts';
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
import { ColdTable } from './ColdTable.tsx';

/** The times out of range, with the explanations of people. */
export function Excursions({ device, excursions }: { device: number; excursions: readonly ColdExcursion[] }) {
  const t = useText();
  const { number } = useFormats();
  const [explained, setExplained] = useState<ColdExcursion | null>(null);
  if (excursions.length === 0)
    return (
      <Panel title={t('cold.excursions')}>
        <Text c="dimmed">{t('cold.noExcursions')}</Text>
      </Panel>
    );
  return (
    <Panel title={t('cold.excursions')}>
      <ColdTable
        minWidth={820}
        headings={headings.map((heading) => t(`cold.${heading}`))}
        rows={excursions.map((one) => ({
          key: one.id,
          cells: [
            <Began key="began" of={one} />,
            <Fragment key="lasted">
              <bdi>{t('cold.minutes', { count: minutesOf(one), shown: number(minutesOf(one)) })}</bdi>
              {one.endedAt === null && ` · ${t('cold.goesOn')}`}
            </Fragment>,
            <Bdi key="peak">{withUnit(number(one.peak, 1), '°C')}</Bdi>,
            <Bdi key="degreeMinutes">{withUnit(number(one.degreeMinutes, 0), 'K·min')}</Bdi>,
            <Bdi key="door">{withUnit(number(one.doorShare * 100, 0), '%')}</Bdi>,
            <Bdi key="defrost">{withUnit(number(one.defrostShare * 100, 0), '%')}</Bdi>,
            <Explanation key="explanation" of={one} onExplain={() => setExplained(one)} />,
          ],
        }))}
      />
      {explained && <ExplainPanel device={device} excursion={explained.id} onClose={() => setExplained(null)} />}
    </Panel>
  );
}

const headings = ['startedAt', 'lasted', 'peak', 'degreeMinutes', 'door', 'defrost', 'explanation'] as const;

function Began({ of: { startedAt, severity } }: { of: ColdExcursion }) {
  const t = useText();
  const { date } = useFormats();
  return (
    <Group gap="xs">
      <Bdi>{date(startedAt, 'dateTime')}</Bdi>
      {severity ? <SeverityChip value={severity} /> : <ToneChip tone="none">{t('cold.allowed')}</ToneChip>}
    </Group>
  );
}

function Explanation({ of: { cause, measure }, onExplain }: { of: ColdExcursion; onExplain(): void }) {
  const t = useText();
  if (cause)
    return (
      <Stack gap={0}>
        <bdi>{cause}</bdi>
        <Text size="sm" c="dimmed">
          <bdi>{measure}</bdi>
        </Text>
      </Stack>
    );
  return (
    <Can access={api.cold.explain.route.access}>
      <Button variant="default" size="xs" onClick={onExplain}>
        {t('cold.explain')}
      </Button>
    </Can>
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
