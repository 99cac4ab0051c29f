import { Navigate, useParams } from 'react-router';
import { useDeviceApp } from '#core/device-app/web/parts.tsx';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';

/** Redirects to the page of a device by its actual type, regardless of the type in the address. */
export function DeviceOfTypePage() {
  const { app, calls } = useDeviceApp();
  const id = Number(useParams().id);
  const query = useData(calls.device.get, { params: { id } });
  if (query.data) return <Navigate to={deviceAddress(app, query.data)} replace />;
  return (
    <PageFrame>
      <QueryBoundary of={query} />
    </PageFrame>
  );
}
