import { Text } from '@mantine/core';
import classes from './RequestMessage.module.css';

/** What somebody wrote, whole, with its lines and in its own direction. */
export const RequestMessage = ({ children }: { children: string }) => (
  <Text className={classes.message ?? ''} dir="auto">
    {children}
  </Text>
);
