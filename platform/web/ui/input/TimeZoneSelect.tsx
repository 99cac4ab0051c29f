import { Select, type SelectProps } from '@mantine/core';

const zones: readonly string[] = Intl.supportedValuesOf('timeZone');

/** A zone of the IANA database. One that the browser does not list stays while it is the value. */
export function TimeZoneSelect(props: Omit<SelectProps, 'data'>) {
  const { value } = props;
  const data = value && !zones.includes(value) ? [value, ...zones] : [...zones];
  return <Select {...props} data={data} searchable allowDeselect={false} />;
}
