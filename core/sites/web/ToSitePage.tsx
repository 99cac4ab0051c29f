import { Navigate, useParams } from 'react-router';
import { siteAddress } from '#core/places/web/parts.tsx';

/** Redirects the address of a site within the assets to its page, with the tab of floors, rooms and assets. */
export const ToSitePage = () => <Navigate to={siteAddress(Number(useParams().structureId), 'rooms')} replace />;
