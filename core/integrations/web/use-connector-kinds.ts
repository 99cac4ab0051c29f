import { useDeclaredNames } from '#platform/web/session/declared-names.ts';
import { connectorKinds } from '../common/kinds.ts';

const other = { namespace: 'integrations', key: 'connectorKinds.other' };

/** The kinds of senders, with the texts of the slices that declare them. */
export const useConnectorKinds = () => useDeclaredNames(connectorKinds, 'connectorKinds', other);
