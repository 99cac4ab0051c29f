import { Group, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { ForCompany, StructureSelect } from '#core/places/web/parts.tsx';
import { WindowCalendar } from '#platform/web/ui/calendar/WindowCalendar.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { rodent } from '../../app.ts';
import { type ShownVisit, visitStates } from '../../common/visits/visit.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { stateTones } from './state-tones.ts';
import { mostVisits, useShownCalendar, useVisitWindows } from './use-visit-windows.ts';
import { VisitForm } from './VisitForm.tsx';

/** The visits to a site, or to all, by month, week and day: when they were made, else when they are planned for. */
export function VisitsCalendarPage() {
  const t = useText();
  const navigate = useNavigate();
  const tabs = useGroupTabs();
  const [shown, show] = useShownCalendar();
  const { windows, more, error, retry, loading } = useVisitWindows(shown);
  const { add, panel } = useRowPanel<ShownVisit>(api.visit, {
    namespace: 'rodent',
    addLabel: t('planVisit'),
    form: (before, close) => <VisitForm before={before} onClose={close} />,
  });
  return (
    <PageFrame tabs={tabs} action={add}>
      <Stack gap="sm">
        <Group gap="sm" justify="space-between" align="end">
          <ForCompany>
            {(companyId) => (
              <StructureSelect
                label={t('columns.structure')}
                companyId={companyId}
                value={shown.site === null ? null : Number(shown.site)}
                onChange={(site) => show({ site: site === null ? null : String(site) })}
              />
            )}
          </ForCompany>
          <Group gap="xs" component="ul" aria-label={t('calendar.states')} p={0} m={0} style={{ listStyle: 'none' }}>
            {visitStates.map((state) => (
              <li key={state}>
                <ToneChip tone={stateTones[state] ?? 'none'}>{t(`values.state.${state}`)}</ToneChip>
              </li>
            ))}
          </Group>
        </Group>
        {more && <Text role="status">{t('calendar.more', { count: mostVisits })}</Text>}
        {error ? (
          <FailedState error={error} onRetry={retry} />
        ) : (
          <>
            {!loading && windows.length === 0 && <Text c="dimmed">{t('calendar.none')}</Text>}
            <WindowCalendar
              windows={windows}
              view={shown.view}
              day={shown.day}
              onShow={(view, day) => show({ view, day })}
              onOpen={({ key }) => void navigate(`${rodent.web}/visits/visit/${key}`)}
            />
          </>
        )}
      </Stack>
      {panel}
    </PageFrame>
  );
}
