import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { AlarmsOfRecord } from '#core/alarms/web/parts.tsx';
import { SiteLink } from '#core/places/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { WaitingChip } from '#platform/web/offline/WaitingChip.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { StepButtons } from '#platform/web/ui/steps/StepButtons.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { rodent } from '../../app.ts';
import { type VisitSheet, visitLifecycle } from '../../common/visits/visit.ts';
import { api } from '../api.ts';
import { LicenceWarning } from '../licences/LicenceWarning.tsx';
import { useText } from '../texts.ts';
import { Materials } from './Materials.tsx';
import { PolicyButton } from './PolicyButton.tsx';
import { Recommendations } from './Recommendations.tsx';
import { ReportButton } from './ReportButton.tsx';
import { SignVisit } from './SignVisit.tsx';
import { stateTones } from './state-tones.ts';
import { TrapList } from './TrapList.tsx';
import { waitingVisit } from './visit-lines.ts';

const tabs = ['traps', 'materials', 'recommendations', 'more'] as const;
type Tab = (typeof tabs)[number];

/** A visit: its traps, products and recommendations, and the signature. It works without a network. */
export function VisitPage() {
  const t = useText();
  const params = { id: Number(useParams().id) };
  // The page itself says what failed.
  const query = useData(api.visit.sheet, { params }, { silent: true });
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'traps';
  const parents = [{ label: t('pages.visits-list'), to: `${rodent.web}/visits/list` }];
  const sheet = query.data;
  if (!sheet)
    return (
      <PageFrame parents={parents}>
        <QueryBoundary of={query} />
      </PageFrame>
    );
  const counts: Partial<Record<Tab, number>> = {
    materials: sheet.materials.length,
    recommendations: sheet.recommendations.length,
  };
  return (
    <PageFrame
      title={sheet.visit.number}
      badge={
        <Group gap="xs">
          <StatusChip value={sheet.visit.state} field="state" tones={stateTones} />
          <WaitingChip of={waitingVisit(params.id)} />
        </Group>
      }
      parents={parents}
      action={<Steps sheet={sheet} />}
      tabs={tabs.map((value) => ({
        value,
        label: t(`tabs.${value}`),
        ...(counts[value] ? { count: counts[value] } : {}),
      }))}
      tab={tab}
      onTab={(value) => setSearch(value === 'traps' ? {} : { tab: value }, { replace: true })}
    >
      <LicenceWarning visit={sheet.visit} />
      <Content sheet={sheet} tab={tab} />
    </PageFrame>
  );
}

function Steps({ sheet: { visit } }: { sheet: VisitSheet }) {
  const mayWork = usePermitted(api.visit.start.route.access);
  const mayReopen = usePermitted(api.visit.reopen.route.access);
  const maySign = usePermitted(api.visit.sign.route.access);
  return (
    <Group gap="xs">
      <StepButtons
        lifecycle={visitLifecycle}
        row={visit}
        state={visit.state}
        parties={['staff']}
        calls={{
          ...(mayWork ? { start: api.visit.start, finish: api.visit.finish } : {}),
          ...(mayReopen ? { reopen: api.visit.reopen } : {}),
        }}
        namespace="rodent"
        asks={{ reopen: { danger: true, reason: 'needed' } }}
      />
      {visit.state === 'done' && maySign && <SignVisit visit={visit} />}
      {visit.state === 'signed' && <ReportButton visit={visit} />}
      <PolicyButton siteId={visit.structureId} />
    </Group>
  );
}

function Content({ sheet, tab }: { sheet: VisitSheet; tab: Tab }) {
  const mayWork = usePermitted(api.visit.line.route.access);
  const mayFollow = usePermitted(api.visit.recommendationDone.route.access);
  const isOpen = ['planned', 'in-progress', 'missed'].includes(sheet.visit.state);
  if (tab === 'traps') return <TrapList sheet={sheet} mayWork={mayWork && isOpen} />;
  if (tab === 'materials') return <Materials sheet={sheet} mayWork={mayWork && isOpen} />;
  if (tab === 'recommendations')
    return <Recommendations sheet={sheet} mayWork={mayWork && sheet.visit.state !== 'signed'} mayFollow={mayFollow} />;
  return <More sheet={sheet} mayWork={mayWork} />;
}

function More({ sheet: { visit, addenda, poisonFree }, mayWork }: { sheet: VisitSheet; mayWork: boolean }) {
  const t = useText();
  const { date } = useFormats();
  const when = (at: string | null) => (at ? date(at) : '–');
  return (
    <Stack gap="md">
      <Facts
        items={[
          [t('columns.structure'), <SiteLink key="site" site={visit.structure} />],
          [
            t('policy'),
            <Anchor key="policy" component={Link} to={`${rodent.web}/policy/${visit.structureId}`}>
              {t(poisonFree ? 'fields.poisonFree' : 'poisonAllowed')}
            </Anchor>,
          ],
          [t('columns.kind'), t(`values.kind.${visit.kind}`)],
          [t('columns.plannedAt'), when(visit.plannedAt)],
          [t('columns.technician'), visit.technician?.name ?? '–'],
          [t('columns.provider'), visit.provider?.name ?? '–'],
          [t('columns.startedAt'), when(visit.startedAt)],
          [t('columns.endedAt'), when(visit.endedAt)],
          [t('fields.signedBy'), visit.signedBy ?? '–'],
          [t('fields.note'), visit.note ?? '–'],
        ]}
      />
      {visit.state === 'signed' && (
        <Panel title={t('addenda')}>
          <Stack gap="sm">
            {addenda.map(({ id, text, createdAt, person }) => (
              <div key={id}>
                <Text size="sm">{text}</Text>
                <Text size="xs" c="dimmed">
                  {[person?.name, date(createdAt)].filter(Boolean).join(' · ')}
                </Text>
              </div>
            ))}
            {mayWork && <AddendumForm visitId={visit.id} />}
          </Stack>
        </Panel>
      )}
      <AlarmsOfRecord of={{ app: 'rodent', subjectType: 'visit', subjectId: visit.id }} />
    </Stack>
  );
}

function AddendumForm({ visitId }: { visitId: number }) {
  const t = useText();
  const [text, setText] = useState('');
  // Until it has arrived it has the same name, however often it is sent.
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const add = useAction(api.visit.addendum, {
    onDone: () => {
      setText('');
      setClientId(crypto.randomUUID());
    },
  });
  return (
    <Stack gap="xs">
      <Textarea
        label={t('addendum')}
        description={t('addendumHint')}
        value={text}
        maxLength={2000}
        autosize
        minRows={2}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group>
        <Button
          variant="default"
          loading={add.pending}
          disabled={text.trim() === ''}
          onClick={() => add.run({ params: { id: visitId }, body: { clientId, text } })}
        >
          {t('addAddendum')}
        </Button>
      </Group>
    </Stack>
  );
}
