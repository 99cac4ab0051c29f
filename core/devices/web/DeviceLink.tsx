import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

/** The name of a device, leading to its page. The row itself takes the focus. */
export function DeviceLink({ to, name }: { to: string; name: string }) {
  return (
    <Anchor component={Link} to={to} fw={550} inherit tabIndex={-1}>
      <bdi>{name}</bdi>
    </Anchor>
  );
}
