import { useFormats } from '#platform/web/i18n/formats.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PersonState } from '../../common/people.ts';
import { useText } from '../texts.ts';

/** The newest place with its age and error. */
export function LastFix({ place }: { place: PersonState['place'] }) {
  const t = useText();
  const { number } = useFormats();
  if (!place) return <span>{t('person.noFix')}</span>;
  return (
    <span>
      <Bdi>{`${place.lat.toFixed(5)}, ${place.lng.toFixed(5)}`}</Bdi>
      {place.accuracy !== null && (
        <>
          {' · '}
          <bdi>{t('person.accuracy', { metres: number(place.accuracy, 0) })}</bdi>
        </>
      )}
      {' · '}
      <Ago at={place.at} />
    </span>
  );
}
