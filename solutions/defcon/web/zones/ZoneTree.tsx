import { Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { CountOfStructure } from '../../common/zones/zone-desk.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { zonesAddress, zonesOf } from './addresses.ts';
import classes from './ZoneTree.module.css';

type Counts = Pick<CountOfStructure, 'devices' | 'open' | 'trouble'>;
type BranchProps = { name: string; to: string; chosen: boolean; counts: Counts };

/** The sites with their panels; each leads to its zones. */
export function ZoneTree() {
  const t = useText();
  const [params] = useSearchParams();
  const { data } = useData(api.zoneDesk.countByStructure, {}, { silent: true });
  if (!data || data.length === 0) return null;
  const isChosen = (field: string, id: number) => params.get(field) === String(id);
  const all = data.reduce<Counts>(
    (sum, one) => ({
      devices: sum.devices + one.devices,
      open: sum.open + one.open,
      trouble: sum.trouble + one.trouble,
    }),
    { devices: 0, open: 0, trouble: 0 },
  );
  return (
    <div className={classes.panel}>
      <Panel title={t('zones.bySite')}>
        <nav aria-label={t('zones.bySite')}>
          <ul className={classes.tree}>
            <Branch
              name={t('zones.all')}
              to={zonesAddress}
              chosen={!params.get('structureId') && !params.get('panelId')}
              counts={all}
            />
            {data.map((site) => (
              <li key={site.structureId ?? 0}>
                <ul className={classes.tree}>
                  {site.structureId === null ? (
                    <li className={classes.nowhere}>{t('zones.nowhere')}</li>
                  ) : (
                    <Branch
                      name={site.name ?? ''}
                      to={zonesOf({ structureId: site.structureId })}
                      chosen={isChosen('structureId', site.structureId)}
                      counts={site}
                    />
                  )}
                  {site.panels.map((panel) => (
                    <li key={panel.id} className={classes.inner}>
                      <ul className={classes.tree}>
                        <Branch
                          name={panel.name}
                          to={zonesOf({ panelId: panel.id })}
                          chosen={isChosen('panelId', panel.id)}
                          counts={panel}
                        />
                      </ul>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </nav>
      </Panel>
    </div>
  );
}

function Branch({ name, to, chosen, counts: { devices, open, trouble } }: BranchProps) {
  const t = useText();
  const { number } = useFormats();
  const notes = [
    ...(open > 0 ? [t('zones.open', { count: open, shown: number(open) })] : []),
    ...(trouble > 0 ? [t('zones.trouble', { count: trouble, shown: number(trouble) })] : []),
  ];
  return (
    <li>
      <Link to={to} className={classes.branch} aria-current={chosen ? 'page' : undefined}>
        <bdi className={classes.name}>{name}</bdi>
        <span className={classes.count}>{number(devices)}</span>
      </Link>
      {notes.length > 0 && (
        <Text size="xs" c="dimmed" className={classes.note}>
          {notes.join(' · ')}
        </Text>
      )}
    </li>
  );
}
