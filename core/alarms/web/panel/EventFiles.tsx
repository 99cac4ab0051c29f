import { Anchor } from '@mantine/core';
import { openFile } from '#platform/web/ui/attachments/open-file.ts';
import { StoredImage } from '#platform/web/ui/images/StoredImage.tsx';
import type { AlarmEvent } from '../../common/alarm.ts';
import classes from '../Alarms.module.css';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** The files of a comment, pictures as pictures. */
export function EventFiles({ alarmId, files }: { alarmId: number; files: AlarmEvent['files'] }) {
  const t = useText();
  return (
    <ul className={classes.chosen}>
      {files.map(({ id, name, mediaType }) => {
        const params = { id: alarmId, fileId: id };
        return (
          <li key={id}>
            <Anchor
              component="button"
              type="button"
              aria-label={t('files.open', { name })}
              onClick={() => void openFile({ of: api.alarm.file, params, name })}
            >
              {mediaType.startsWith('image/') ? (
                <span className={classes.picture}>
                  <StoredImage of={api.alarm.file} params={params} version={id} alt={name} />
                </span>
              ) : (
                <bdi>{name}</bdi>
              )}
            </Anchor>
          </li>
        );
      })}
    </ul>
  );
}
