import { Button, Group, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { AlarmsOfRecord } from '#core/alarms/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { formatHours } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { CardTable } from '#platform/web/ui/rows/CardTable.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { rodent } from '../../app.ts';
import { type Policy, policy, policyZones } from '../../common/visits/policy.ts';
import { api } from '../api.ts';
import { FolderPanel } from '../documents/FolderPanel.tsx';
import { LeadersPanel } from '../licences/LeadersPanel.tsx';
import { useText } from '../texts.ts';

/** How a site is looked after: poison, hours of response, days between visits, and from when on catches need action. */
export function PolicyPage() {
  const t = useText();
  const params = { id: Number(useParams().id) };
  const query = useData(api.policy.get, { params });
  const mayChange = usePermitted(api.policy.put.route.access);
  const mayMakeFolder = usePermitted(api.folder.make.route.access);
  const maySeeLicences = usePermitted(api.licence.leaders.route.access);
  const maySeeHits = usePermitted(api.analysis.planHits.route.access);
  const parents = [{ label: t('pages.visits-list'), to: `${rodent.web}/visits/list` }];
  if (!query.data)
    return (
      <PageFrame parents={parents}>
        <QueryBoundary of={query} />
      </PageFrame>
    );
  return (
    <PageFrame
      title={t('policyOf', { site: query.data.site })}
      parents={parents}
      action={
        <Group gap="xs">
          {maySeeHits && (
            <Button variant="default" component={Link} to={`${rodent.web}/traps/plan/${params.id}`}>
              {t('heat.open')}
            </Button>
          )}
          <HistoryButton of={api.policy.history} params={params} namespace="rodent" />
        </Group>
      }
    >
      <Stack gap="md">
        {!query.data.stated && <Text c="dimmed">{t('usualPolicy')}</Text>}
        {mayChange ? <PolicyForm id={params.id} before={query.data} /> : <PolicyFacts policy={query.data} />}
        {maySeeLicences && <LeadersPanel siteId={params.id} />}
        {mayMakeFolder && <FolderPanel site={{ id: params.id, name: query.data.site, zone: query.data.zone }} />}
        <AlarmsOfRecord of={{ app: 'rodent', subjectType: 'site', subjectId: params.id }} />
      </Stack>
    </PageFrame>
  );
}

/** The policy for those who may not change it. */
function PolicyFacts({
  policy: { poisonFree, visitEveryDays, checkLiveCatchH, respondH, actionLevels, reviewDue, baitingDays, contractor },
}: {
  policy: Policy;
}) {
  const t = useText();
  const kit = useKitText();
  const { date, language } = useFormats();
  return (
    <Facts
      items={[
        [t('fields.poisonFree'), kit(poisonFree ? 'actions.yes' : 'actions.no')],
        [t('fields.visitEveryDays'), `${visitEveryDays} ${t('days')}`],
        [t('fields.checkLiveCatchH'), <Bdi key="live">{formatHours(checkLiveCatchH, language)}</Bdi>],
        ...policyZones.map(
          (zone) =>
            [
              t('respondIn', { zone: t(`values.zone.${zone}`) }),
              <Bdi key={zone}>{formatHours(respondH[zone], language)}</Bdi>,
            ] as const,
        ),
        ...policyZones.flatMap((zone) =>
          (['amber', 'red'] as const).map(
            (level) =>
              [
                t('levelIn', { level: t(`levels.${level}`), zone: t(`values.zone.${zone}`) }),
                actionLevels[zone][level],
              ] as const,
          ),
        ),
        [t('fields.baitingDays'), baitingDays === null ? '–' : `${baitingDays} ${t('days')}`],
        [t('fields.reviewDue'), reviewDue ? date(reviewDue, 'date') : '–'],
        [t('fields.contractor'), contractor ?? '–'],
      ]}
    />
  );
}

const schema = policy.fields;

function PolicyForm({ id, before }: { id: number; before: Policy }) {
  const t = useText();
  const put = useAction(api.policy.put);
  const form = useEntityForm(schema, {
    namespace: 'rodent',
    initial: {
      poisonFree: before.poisonFree,
      checkLiveCatchH: before.checkLiveCatchH,
      respondH: before.respondH,
      visitEveryDays: before.visitEveryDays,
      actionLevels: before.actionLevels,
      reviewDue: before.reviewDue ?? '',
      baitingDays: before.baitingDays ?? '',
      contractor: before.contractor ?? '',
    },
    save: (body) => put.ask({ params: { id }, body }),
  });
  const { respondH, actionLevels } = form.values;
  return (
    <EntityForm form={form}>
      <Switch {...form.field('poisonFree', 'checkbox')} description={t('poisonFreeHint')} />
      <Group grow align="start">
        <NumberInput {...form.field('visitEveryDays')} min={7} max={90} suffix={` ${t('days')}`} />
        <NumberInput {...form.field('checkLiveCatchH')} min={4} max={24} suffix={` ${t('hours')}`} />
      </Group>
      <CardTable
        headings={[t('columns.zone'), t('fields.respondH'), t('levels.amber'), t('levels.red')]}
        rows={policyZones.map((zone) => ({
          key: zone,
          cells: [
            t(`values.zone.${zone}`),
            <NumberInput
              key="respondH"
              aria-label={t('respondIn', { zone: t(`values.zone.${zone}`) })}
              min={1}
              max={168}
              suffix={` ${t('hours')}`}
              value={respondH[zone]}
              error={form.errorAt(`respondH.${zone}`)}
              onChange={(value) => form.set('respondH', { ...respondH, [zone]: Number(value) })}
            />,
            ...(['amber', 'red'] as const).map((level) => (
              <NumberInput
                key={level}
                aria-label={t('levelIn', { level: t(`levels.${level}`), zone: t(`values.zone.${zone}`) })}
                min={0}
                max={100}
                decimalScale={1}
                value={actionLevels[zone][level]}
                error={form.errorAt(`actionLevels.${zone}.${level}`)}
                onChange={(value) =>
                  form.set('actionLevels', {
                    ...actionLevels,
                    [zone]: { ...actionLevels[zone], [level]: Number(value) },
                  })
                }
              />
            )),
          ],
        }))}
      />
      <Text size="sm" c="dimmed">
        {t('levels.hint')}
      </Text>
      <Group grow align="start">
        <DayInput {...form.field('reviewDue')} value={form.values.reviewDue ?? ''} clearable />
        <NumberInput
          {...form.field('baitingDays')}
          description={t('baitingHint')}
          min={7}
          max={365}
          suffix={` ${t('days')}`}
        />
      </Group>
      <TextInput {...form.field('contractor')} />
    </EntityForm>
  );
}
