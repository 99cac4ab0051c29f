import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Leaf } from '#platform/web/client/client-of.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Ago } from '#platform/web/ui/Ago.tsx';
import { SeverityChip } from '#platform/web/ui/StatusChip.tsx';
import type { Alarm } from '../../common/alarm.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from './Bell.module.css';
import { acknowledgeOf, type BellList } from './bell-lists.ts';

type Props = { alarm: Alarm; list: BellList; onLeave(): void; onFocus(): void };

/** One alarm: what is wrong, where and since when, leading to it; acknowledged in place where that is allowed. */
export function BellRow({ alarm, list, onLeave, onFocus }: Props) {
  const own = useLabels(list.app.id);
  const common = useLabels('alarms');
  const key = `alarms.${alarm.kind}`;
  const kind = own.has(key) ? own.label(key) : common.label(key);
  const call = acknowledgeOf(list);
  return (
    <li className={classes.row} onFocus={onFocus}>
      <Link to={`${list.address}?alarm=${alarm.id}`} className={classes.link} onClick={onLeave} data-row>
        <span className={classes.what}>
          <SeverityChip value={alarm.severity} />
          <span className={classes.kind}>{kind}</span>
        </span>
        <span className={classes.where}>
          <bdi>{alarm.device.name}</bdi>
          {alarm.structure && (
            <>
              {' · '}
              <bdi>{alarm.structure.name}</bdi>
            </>
          )}
          {' · '}
          <Ago at={alarm.lastAt} />
        </span>
      </Link>
      {call && alarm.actions.includes('acknowledge') && <Acknowledge alarm={alarm} kind={kind} call={call} />}
    </li>
  );
}

function Acknowledge({ alarm, kind, call }: { alarm: Alarm; kind: string; call: Leaf }) {
  const t = useText();
  const may = usePermitted(call.route.access, { resource: alarm.structure?.id ?? null });
  const { run, pending } = useAction(call, { touches: [api.bell.count] });
  if (!may) return null;
  return (
    <Tooltip label={t('actions.acknowledge')}>
      <ActionIcon
        size="lg"
        loading={pending}
        aria-label={t('bell.acknowledge', { alarm: kind, device: alarm.device.name })}
        onClick={() => run({ params: { id: alarm.id }, body: {} })}
      >
        <IconCheck size={iconSizes.md} />
      </ActionIcon>
    </Tooltip>
  );
}
