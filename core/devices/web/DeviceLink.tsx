import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

/** The name of a device or another record as a link to its page, if it has one. The row itself takes the focus. */
export function DeviceLink({ to, name }: { to: string | undefined; name: string }) {
  if (to === undefined) return <bdi>{name}</bdi>;
  return (
    <Anchor component={Link} to={to} fw={550} inherit tabIndex={-1}>
      <bdi>{name}</bdi>
    </Anchor>
  );
}
