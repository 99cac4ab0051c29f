import { useLargestCities } from '#core/countries/web/parts.tsx';
import { useText } from './api.ts';

/** Texts of map controls and names on maps. */
export function useMapTexts() {
  const t = useText();
  const cities = useLargestCities();
  return { zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut'), cities };
}
