import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import { openFile } from '#platform/web/ui/attachments/open-file.ts';
import { StoredImage } from '#platform/web/ui/images/StoredImage.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { IncidentHit } from '../../common/incidents/incident-file.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from './Workbench.module.css';

type Props = { alarmId: number; hit: IncidentHit; name: string };

/** The photos of a hit, each opened by a press, and the addresses of pictures that the panel names. */
export function HitPictures({ alarmId, hit: { photos, links }, name }: Props) {
  const t = useText();
  if (photos.length + links.length === 0) return null;
  return (
    <div className={classes.pictures}>
      {photos.map(({ id }, n) => {
        const params = { id: alarmId, photoId: id };
        const label = t('workbench.photoOf', { number: n + 1, zone: name });
        return (
          <Anchor
            key={id}
            component="button"
            type="button"
            className={classes.picture}
            aria-label={label}
            onClick={() => void openFile({ of: api.incident.photo, params, name: label })}
          >
            <StoredImage of={api.incident.photo} params={params} version={id} alt={label} />
          </Anchor>
        );
      })}
      {links.map((link) => (
        <Anchor
          key={link}
          href={link}
          target="_blank"
          rel="noreferrer noopener"
          size="sm"
          title={t('workbench.pictureHint')}
        >
          <IconExternalLink size={iconSizes.sm} aria-hidden />{' '}
          <Bdi>{t('workbench.pictureLink', { host: URL.parse(link)?.host ?? link })}</Bdi>
        </Anchor>
      ))}
    </div>
  );
}
