import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PdfButton } from '#core/print/web/parts.tsx';
import { startOfDay } from '#platform/common/time/time.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { formatDate, useFormats } from '#platform/web/i18n/formats.ts';
import { saveFile } from '#platform/web/ui/attachments/open-file.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { CardTable } from '#platform/web/ui/rows/CardTable.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { AuditFolder } from '../../common/documents.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { printedDays } from './printed.ts';
import { useSections } from './use-sections.ts';

const dayOf = (at: number, zone: string) => formatDate(at, 'filter', zone);
/** An end that is a day means all of it. */
const endOf = (day: string, zone: string) => startOfDay(dayOf(Date.parse(day) + dayMs, 'UTC'), zone);

/** `zone`: its time zone (IANA name), by which the days of a folder begin and end. */
type Site = { id: number; name: string; zone: string };

/** Makes the audit folder of a site for a period, a year by default, and lists those that were made. */
export function FolderPanel({ site }: { site: Site }) {
  const t = useText();
  const { language } = useFormats();
  const query = useData(api.folder.list, { query: { structureId: site.id } });
  const make = useAction(api.folder.make, {});
  const [from, setFrom] = useState(dayOf(Date.now() - 365 * dayMs, site.zone));
  const [to, setTo] = useState(dayOf(Date.now() - dayMs, site.zone));
  return (
    <Panel title={t('permissions.folder')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('folder.about')}
        </Text>
        <Group align="end" gap="sm">
          <DayInput label={t('folder.from')} value={from} onChange={setFrom} />
          <DayInput label={t('folder.until')} value={to} onChange={setTo} />
          {from && to && (
            <PdfButton
              label={t('folder.make')}
              name={`${site.name} ${from} ${to}`}
              request={() => {
                const period = { from: startOfDay(from, site.zone), to: endOf(to, site.zone) };
                return make.ask({ body: { structureId: site.id, ...period, language }, silent: 'success' });
              }}
            />
          )}
        </Group>
        {query.data && query.data.length > 0 && <Folders folders={query.data} zone={site.zone} />}
      </Stack>
    </Panel>
  );
}

function Folders({ folders, zone }: { folders: readonly AuditFolder[]; zone: string }) {
  const t = useText();
  const { date } = useFormats();
  const days = printedDays(zone);
  const sectionsOf = useSections();
  const download = ({ id, from, to }: AuditFolder) =>
    saveFile({ of: api.folder.file, params: { id }, name: `${days({ from, to }).replaceAll('/', '-')}.pdf` });
  return (
    <CardTable
      headings={[t('verify.period'), t('verify.madeAt'), t('folder.madeBy'), t('folder.state')]}
      rows={folders.map((folder) => ({
        key: folder.id,
        cells: [
          <Bdi key="period">{days(folder)}</Bdi>,
          <Bdi key="madeAt">{date(folder.madeAt)}</Bdi>,
          folder.person?.name ?? '–',
          <>
            {folder.state === 'done' ? (
              <Anchor component="button" size="sm" onClick={() => void download(folder)}>
                {t('folder.download')}
              </Anchor>
            ) : (
              t(`folder.states.${folder.state}`)
            )}
            {folder.changed.length > 0 && (
              <Text size="xs" c="dimmed">
                {t('folder.changed', { sections: sectionsOf(folder.changed) })}
              </Text>
            )}
          </>,
        ],
      }))}
    />
  );
}
