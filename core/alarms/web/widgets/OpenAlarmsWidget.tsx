import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { api } from '../api.ts';
import { BellRow } from '../open-alarms/BellRow.tsx';
import { useBellLists } from '../open-alarms/bell-lists.ts';
import { useText } from '../texts.ts';

const shown = 10;
const nothing = () => undefined;

/** The open alarms of all apps: unacknowledged ones first, then the worst. */
export const OpenAlarmsWidget = () => <OpenAlarms />;

/** The same, of one structure or app if it is given. */
export function OpenAlarms({ structureId, app }: { structureId?: number; app?: string }) {
  const t = useText();
  const lists = useBellLists();
  const { open } = api.overview;
  const query = useData(
    open,
    {
      list: {
        limit: shown,
        filter: { ...(structureId === undefined ? {} : { structureId }), ...(app === undefined ? {} : { app }) },
      },
    },
    { silent: true },
  );
  useLiveRefetch(['alarms'], open.key());
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  return (
    <WidgetRows calm={t('overview.none')} good bleed>
      {query.data.data.flatMap((alarm) => {
        const list = lists.find((one) => one.app.id === alarm.app && one.class === alarm.class);
        return list ? [<BellRow key={alarm.id} alarm={alarm} list={list} onLeave={nothing} onFocus={nothing} />] : [];
      })}
    </WidgetRows>
  );
}
