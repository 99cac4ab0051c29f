import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { severities } from '#core/alarms/common/alarm.ts';
import { alarmAddress } from '#core/alarms/common/alarm-address.ts';
import { deviceClass } from '#core/alarms/common/device-classes.ts';
import type { PortfolioRow } from '#core/device-app/common/portfolio.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { swam } from '../app.ts';
import { useText } from './api.ts';

/** The number of open alarms by severity, as links to the alarm lists. */
export function OpenAlarms({ row }: { row: PortfolioRow }) {
  const t = useText();
  const kit = useKitText();
  const { number } = useFormats();
  const open = [...severities].reverse().filter((severity) => row.alarms[severity] > 0);
  // Without open alarms there is nothing to show.
  if (open.length === 0) return <VisuallyHidden>{t('portfolio.noAlarms')}</VisuallyHidden>;
  const pageOf = (severity: (typeof open)[number]) =>
    row.alarms[severity] > row.statusAlarms[severity] ? deviceClass.measured : deviceClass.technical;
  return (
    <>
      {open.map((severity) => (
        <Anchor
          key={severity}
          component={Link}
          to={`${alarmAddress(swam, pageOf(severity))}?structureId=${row.id}&severity=${severity}`}
          underline="never"
          me="xs"
          aria-label={t('portfolio.alarmsOf', {
            severity: kit(`values.severity.${severity}`),
            count: row.alarms[severity],
          })}
        >
          <ToneChip tone={severity}>{number(row.alarms[severity])}</ToneChip>
        </Anchor>
      ))}
    </>
  );
}
