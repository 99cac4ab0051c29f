import { useText } from './api.ts';

/** What the controls of every map are called. */
export function useMapTexts() {
  const t = useText();
  return { zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut') };
}
