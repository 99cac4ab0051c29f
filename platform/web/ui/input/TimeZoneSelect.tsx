import { Select, type SelectProps } from '@mantine/core';

const zones: readonly string[] = Intl.supportedValuesOf('timeZone');

/** Selects an IANA time zone. A current value that the browser does not list stays available. */
export function TimeZoneSelect(props: Omit<SelectProps, 'data'>) {
  const { value } = props;
  const data = value && !zones.includes(value) ? [value, ...zones] : [...zones];
  return <Select {...props} data={data} searchable allowDeselect={false} />;
}
