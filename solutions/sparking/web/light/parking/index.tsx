import type { LightPage } from '#platform/web/light/light-page.ts';
import { ParkingPage } from './ParkingPage.tsx';
import { read } from './use-reading.ts';

/** The public page of a car park. With `?kiosk` it fills the screen at a gate. */
export const light: LightPage = ({ api, params: { token = '' } }) => {
  const url = `/api${api}/public/${encodeURIComponent(token)}`;
  return <ParkingPage url={url} first={read(url)} kiosk={new URLSearchParams(location.search).has('kiosk')} />;
};
