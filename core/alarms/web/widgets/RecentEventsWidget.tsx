import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { SiteLink } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { deskAddress } from '../../common/alarm-desk.ts';
import type { RecentEvent } from '../../common/bell.ts';
import { useAlarmTexts } from '../alarm-texts.ts';
import { api } from '../api.ts';
import { type BellList, useBellLists } from '../open-alarms/bell-lists.ts';
import { useText } from '../texts.ts';

const shown = 15;

/** What happened to alarms, the newest first. */
export function RecentEventsWidget() {
  const t = useText();
  const lists = useBellLists();
  const { events } = api.overview;
  const query = useData(events, { list: { limit: shown, total: false } }, { silent: true });
  useLiveRefetch(['alarms'], events.key());
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  return (
    <WidgetRows calm={t('overview.noEvents')}>
      {query.data.data.flatMap((event) => {
        const list = lists.find((one) => one.app.id === event.alarm.app && one.class === event.alarm.class);
        return list ? [<EventRow key={event.id} event={event} list={list} />] : [];
      })}
    </WidgetRows>
  );
}

function EventRow({ event, list }: { event: RecentEvent; list: BellList }) {
  const { label } = useLabels('alarms');
  const { title } = useAlarmTexts(list.app);
  const { action, alarm, actor, subject, structure, at } = event;
  const what = label(`events.${action}`, {
    person: actor?.name ?? '',
    severity: label(`values.severity.${alarm.severity}`),
  });
  return (
    <WidgetRow
      title={
        <Anchor component={Link} to={deskAddress(alarm.id)} inherit>
          {title(alarm)}
        </Anchor>
      }
      note={
        <>
          {what} · <bdi>{subject}</bdi>
          {structure && (
            <>
              {' · '}
              <SiteLink site={structure} />
            </>
          )}
        </>
      }
      aside={<Ago at={at} />}
    />
  );
}
