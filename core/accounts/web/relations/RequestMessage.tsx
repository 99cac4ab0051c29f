import { Text } from '@mantine/core';
import classes from './RequestMessage.module.css';

/** The whole message of a person, with its line breaks and in its own direction. */
export const RequestMessage = ({ children }: { children: string }) => (
  <Text className={classes.message ?? ''} dir="auto">
    {children}
  </Text>
);
